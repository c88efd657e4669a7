/** Dots, and labels that make room for each other: loaded with the pages that draw them, so that a wall does without. */
import { ScatterChart } from 'echarts/charts';
import { use } from 'echarts/core';
import { LabelLayout } from 'echarts/features';

use([ScatterChart, LabelLayout]);
