/** Endings of file names that are also those of countries or companies: `main.rs` and `notes.md` are files. */
const FILE_ENDINGS = new Set(['md', 'ps', 'py', 'rs', 'sh', 'so']);

const COUNTRIES =
  'ac ad ae af ag ai al am ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bm bn bo br bs bt bv bw by bz ca cc ' +
  'cd cf cg ch ci ck cl cm cn co cr cu cv cw cx cy cz de dj dk dm do dz ec ee eg er es et eu fi fj fk fm fo fr ga gb ' +
  'gd ge gf gg gh gi gl gm gn gp gq gr gs gt gu gw gy hk hm hn hr ht hu id ie il im in io iq ir is it je jm jo jp ke ' +
  'kg kh ki km kn kp kr kw ky kz la lb lc li lk lr ls lt lu lv ly ma mc md me mg mh mk ml mm mn mo mp mq mr ms mt mu ' +
  'mv mw mx my mz na nc ne nf ng ni nl no np nr nu nz om pa pe pf pg ph pk pl pm pn pr ps pt pw py qa re ro rs ru rw ' +
  'sa sb sc sd se sg sh si sj sk sl sm sn so sr ss st su sv sx sy sz tc td tf tg th tj tk tl tm tn to tr tt tv tw tz ' +
  'ua ug uk us uy uz va vc ve vg vi vn vu wf ws ye yt za zm zw xn--p1ai xn--j1amh xn--90ais xn--fiqs8s xn--j6w193g';

const GENERIC =
  'academy accountant accountants actor adult aero agency airforce apartments app archi army art asia associates ' +
  'attorney auction audio auto autos band bank bar bargains baseball basketball beauty beer berlin best bet bible bid ' +
  'bike bingo bio biz black blog blue boats bond boo boston boutique brussels build builders business buzz cab cafe ' +
  'cam camera camp capital car cards care career careers cars casa cash casino cat catering center ceo charity chat ' +
  'cheap christmas church city claims cleaning click clinic clothing cloud club coach codes coffee college cologne com ' +
  'community company compare computer condos construction consulting contact contractors cooking cool coop country ' +
  'coupons courses credit creditcard cricket cruises cymru dad dance date dating day deals degree delivery democrat ' +
  'dental dentist desi design dev diamonds diet digital direct directory discount doctor dog domains download earth eco ' +
  'edu education email energy engineer engineering enterprises equipment esq estate events exchange expert exposed ' +
  'express fail faith family fan fans farm fashion film finance financial fish fishing fit fitness flights florist ' +
  'flowers foo football forex forsale forum foundation frl fun fund furniture futbol fyi gallery game games garden gay ' +
  'gent gift gifts gives glass global gmbh gold golf gov graphics gratis green gripe group guide guitars guru hair ' +
  'hamburg haus health healthcare help hiphop hockey holdings holiday homes horse hospital host hosting house how ' +
  'icu immo immobilien industries info ing ink institute insure int international investments irish istanbul jetzt ' +
  'jewelry jobs juegos kaufen kim kitchen kiwi koeln land law lawyer lease legal lgbt life lighting limited limo link ' +
  'live llc loan loans lol london love ltd luxe luxury maison management market marketing markets mba media memorial ' +
  'men menu miami mil mobi moda moe mom money monster mortgage motorcycles museum music name navy net network news ' +
  'nexus ngo ninja nrw nyc observer one ong online org organic page paris partners parts party pet phd photo ' +
  'photography photos pictures pink pizza place plumbing plus poker porn post press pro productions prof promo ' +
  'properties property protection pub quest racing realty recipes red rehab reise reisen rent rentals repair report ' +
  'republican rest restaurant review reviews rip rocks rodeo rsvp ruhr run saarland sale salon sarl scot school schule ' +
  'science security select services sexy shiksha shoes shop shopping show singles site ski skin soccer social software ' +
  'solar solutions soy space spa sport storage store stream studio study style supplies supply support surf surgery ' +
  'swiss sydney systems tattoo tax taxi team tech technology tel tennis theater theatre tickets tienda tips tires ' +
  'today tokyo tools top tours town toys trade trading training travel tube university uno vacations vegas ventures ' +
  'vet viajes video villas vin vip vision vlaanderen vodka vote voting voyage wales wang watch webcam website wedding ' +
  'wien wiki win wine work works world wtf xyz yachts yoga yokohama zone xn--80asehdb xn--80aswg xn--ngbc5azd';

/** Below these a name is taken for a web address though it has no scheme. */
export const TOP_LEVEL_DOMAINS: ReadonlySet<string> = new Set(
  `${COUNTRIES} ${GENERIC}`.split(' ').filter((name) => !FILE_ENDINGS.has(name)),
);
