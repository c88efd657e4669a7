import { TooltipComponent } from 'echarts/components';
import { use } from 'echarts/core';

use([TooltipComponent]);
