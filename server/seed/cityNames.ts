/** Invented names only: rates under real names would be false claims. */

export const cityName = '云川市';

export const districts = [
  { name: '东湖区', isCity: true, lng: 119.252, lat: 30.118 },
  { name: '西岭区', isCity: true, lng: 119.148, lat: 30.126 },
  { name: '南浦区', isCity: true, lng: 119.206, lat: 30.062 },
  { name: '北塘区', isCity: true, lng: 119.198, lat: 30.178 },
  { name: '云台县', isCity: false, lng: 119.352, lat: 30.248 },
] as const;

export const communityNames = [
  '翠湖花园', '云锦雅苑', '望溪名邸', '枫桥里', '星澜湾', '临溪公馆', '和悦家园', '听松苑', '明月新城', '锦绣江南',
  '梧桐郡', '澄江府', '桂语兰庭', '银杏国际', '春晓花城', '紫藤苑', '碧波康城', '云栖里', '金穗广场', '南浦中心',
  '北塘人家', '青禾花园', '云台新天地', '白鹭洲', '长虹大厦', '书香门第', '文汇苑', '凌云科创园', '滨河一品', '秋水伊人',
] as const;

export const streetNames = ['湖滨路', '云锦路', '望溪街', '枫桥路', '星澜大道', '松涛路', '明月街', '江南路', '梧桐街', '澄江路'] as const;

export const propertyNames = [
  '安和', '悦邻', '万家灯', '恒居', '春风里', '明德', '优宅', '同心', '嘉园', '瑞邻',
  '舒居', '佳和', '永乐', '新城', '云管家', '绿荫', '诚睦', '百福', '宜家园', '康宁',
] as const;

export const maintenanceNames = ['云川速援', '平安梯', '迅捷升降', '诚工', '安达梯修', '宏运机电', '恒升电梯服务', '中正机电', '天工', '守护者', '及时达', '长青机电'] as const;

/** Shares of the city's lifts in percent (assumed); the rest is spread over small makers. */
export const brands = [
  ['云擎', 15], ['峻达', 13], ['凌岳', 11], ['川升', 10], ['博岭', 8], ['御峰', 7], ['瑞川', 5], ['天枢', 4], ['鹏举', 4], ['晟科', 3],
  ['佳域', 5], ['捷岚', 5], ['宏屿', 5], ['清越', 5],
] as const;

export const surnames = ['王', '李', '张', '刘', '陈', '杨', '黄', '赵', '吴', '周', '徐', '孙', '马', '朱', '胡', '林'] as const;
export const givenNames = ['建国', '志强', '晓东', '海燕', '秀英', '文博', '子轩', '国栋', '丽娟', '永福', '立新', '明辉', '春梅', '俊杰', '雪松', '德胜', '佳怡', '卫东'] as const;
