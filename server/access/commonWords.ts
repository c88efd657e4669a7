const lines = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Passwords that head every published list of leaked ones, as they stand. */
export const leakedPasswords = lines(`
123456 123456789 12345678 12345 1234567 1234567890 111111 000000 123123 654321 666666 888888 112233 121212 123321 159753 147258369 123654 987654321
147258 131313 232323 222222 333333 444444 555555 777777 999999 101010 520520 5201314 1314520 520131 7758521 7758258 5211314 11111111 88888888 66666666
00000000 12341234 123412345 11223344 1122334455 123123123 123456123 123456123456 1234554321 0123456789 0987654321 741852963 789456123 789456 456789 963852741
147896325 100200 110110 119119 120120 10086 10010 12306 96333 96366 110120119 1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 q1w2e3r4 q1w2e3r4t5
qaz123 qazwsx qazwsxedc qwe123 qwer1234 qwert12345 qwerty123 qwerty1234 qwerty12345 qwertyuiop asdfghjkl zxcvbnm asd123 asdf1234 asdfgh zxc123 zxcv1234
a123456 a1234567 a12345678 a123456789 aa123456 aa123456789 aaa111 abc123 abc1234 abc12345 abc123456 abcd1234 abcd123456 abcdefg abcdefgh abcdef123 as123456
q123456 q123456789 w123456 z123456 zz123456 qq123456 qq123123 wang123456 woaini woaini1314 woaini520 woaini521 woaini123 woaini123456 iloveyou520 asd123456
zxc123456 qwe123456 qwe123qwe asdasd qweqwe zxczxc qweasd qweasdzxc qweasd123 1234qwer 123qwe 123qweasd 123qweasdzxc 123abc 123456a 123456789a 123456aa 12345678a
123456abc 123456q 123456qq 12345qwert 1234abcd 111222 111222333 aaaaaa aaaaaaaa abcabc a1b2c3 a1b2c3d4 admin888 admin123 admin1234 admin12345 admin123456 adminadmin
root123 root1234 toor passw0rd p@ssw0rd p@ssword pa55word pa$$word password1 password123 passwd123 test1234 test123456 guest123 user1234 default123 changeme123
letmein123 welcome123 1g2w3e4r gfhjkm zaq12wsx zaq1zaq1 zaq1xsw2 !qaz2wsx 1qaz@wsx !qaz@wsx qaz@123 qwe!@# qwer!@#$ !@#$%^ !@#$%^&* 123!@# 1qaz!qaz abc@123 abc!123
aa123123 a5201314 aini1314 caonima nihao123 wocaonima tiantian123 zhang123 li123456 wangwei123 liuliu666 huawei@123 huawei12#$ h3c@123 cisco123 dlink123 tplink123
hikvision hik12345 hik12345+ abcd1234+ dahua123 admin@123 admin@1234 admin@12345 administrator123 system32 oracle123 manager123 sa123456 mysql123 postgres123
`);

/** Words that people build passwords on: with a year, a number or a mark appended they are guessed just as easily. */
export const commonWords = lines(`
password passwd passcode pass pwd secret letmein welcome hello changeme default login signin access enter open sesame admin administrator root toor sysadmin superuser
super user users guest test tester testing demo temp temporary public private master manager operator service support helpdesk system server backup database oracle mysql
postgres redis mongo tomcat apache nginx linux ubuntu debian windows microsoft google amazon apple android iphone samsung huawei xiaomi lenovo cisco juniper router switch
network wireless wifi internet computer laptop desktop keyboard mouse monitor camera hikvision dahua security safety alarm rescue elevator lift dispatch dispatcher
installer property maintenance regulator monitor inspector supervisor engineer technician office company group factory hospital school
qwerty qwertyuiop qwert qwer asdf asdfgh asdfghjkl zxcv zxcvb zxcvbn zxcvbnm qazwsx qazwsxedc wsxedc edcrfv qweasd qweasdzxc qaz wsx edc poiuytrewq lkjhgfdsa mnbvcxz
abc abcd abcde abcdef abcdefg abcdefgh abcabc aaa aaaa aaaaaa xyz xxx zzz qqq www asd zxc qwe iop jkl
iloveyou iloveu loveyou lovely love lover loveme babygirl baby angel angels princess prince queen king kingdom sunshine sunny moonlight star stars starwars superstar
shadow dragon monkey tiger lion eagle falcon hawk wolf bear panda rabbit horse pony chicken turkey penguin dolphin shark spider scorpion snake cobra viper phoenix
football baseball basketball soccer hockey tennis golf swimming volleyball badminton pingpong yankees lakers cowboys steelers liverpool arsenal chelsea barcelona juventus
michael jordan jennifer jessica ashley amanda michelle nicole daniel andrew anthony joshua matthew robert thomas william charlie george harley hunter buster ginger pepper
summer winter spring autumn monday tuesday wednesday thursday friday saturday sunday january february march april june july august september october november december
chocolate cookie coffee cheese banana orange apple cherry strawberry peach lemon mango flower rose lily jasmine butterfly rainbow purple yellow green silver golden diamond
computer internet matrix trustno batman superman spiderman ironman pokemon pikachu naruto onepiece minecraft fortnite warcraft starcraft counterstrike dota valorant genshin
freedom liberty justice peace happy happiness lucky success money dollar millionaire business forever friend friends family mother father brother sister daddy mommy
hello helloworld goodbye goodluck thankyou whatever nothing something anything everything nobody somebody killer hacker ninja samurai warrior soldier marine pirate
mustang ferrari porsche mercedes bmw toyota honda nissan yamaha ducati corvette camaro
china beijing shanghai guangzhou shenzhen hangzhou nanjing suzhou chengdu chongqing wuhan xian tianjin qingdao dalian xiamen changsha zhengzhou jinan hefei fuzhou
zhongguo zhonghua woaini woaizhongguo aini nihao nihaoma xiexie zaijian wode tiantian tianxia tiankong tianshi xingfu kuaile kaixin pengyou laopo laogong baobao baobei
xiaobao xiaoming xiaohong xiaoli dashu laoshi tongxue gongsi gongan jingcha yiyuan xuexiao dianti jiuyuan anquan baojing jiankong guanli guanliyuan wuye weibao
diaodu zhihui zhongxin pingtai xitong mima yonghu denglu ceshi moren chaoji jianguan anzhuang tianan tian qiyuan meili fengkuang lianai
wang zhang liu chen yang zhao huang zhou wu xu sun hu zhu gao lin he guo ma luo liang song zheng xie han tang feng yu dong xiao cheng cao yuan deng fu shen zeng peng
zhangwei wangwei wangfang liwei lina zhangmin lijing wangjing liuwei wangxiuying zhangli lixiuying wangli zhangjing liqiang zhanglei liming wangqiang liyang
`);
