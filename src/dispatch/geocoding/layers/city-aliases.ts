import { normalize } from '../query/normalize.ts';

/** A city that bears another name too. */
export interface CityAlias {
  country: string;
  /** As the gazetteer has it, normalized. */
  name: string;
}

// Name of a city in the gazetteer, with its country, and its other names: in its own language, in English, for
// short. The gazetteer has now the local name, now the English one.
const ALIASES = `US new york city: new york, nyc, ny city, manhattan nyc
US los angeles: la, l a
US san francisco: sf, s f, san fran
US washington d c: washington, washington dc, dc
US philadelphia: philly
US las vegas: vegas
US new orleans: nola
US salt lake city: slc
US oklahoma city: okc
US st louis: saint louis, stl
US atlanta: atl
US portland: pdx
US indianapolis: indy
US jacksonville: jax
US the bronx: bronx
US east new york: east ny
CA toronto: gta
CA quebec: quebec city, ville de quebec
MX juarez: ciudad juarez
MX mexico city: mexico, ciudad de mexico, cdmx, mexico df, mexico d f
AR buenos aires: caba, capital federal, ciudad autonoma de buenos aires
BR sao paulo: sampa
GB newcastle upon tyne: newcastle
GB kingston upon hull: hull
GB edinburgh: duneideann
GB london: londres, londra, londen, london city, city of london, greater london
IE dublin: baile atha cliath
DE munich: munchen, muenchen, monaco di baviera
DE koln: cologne, koeln, colonia
DE nurnberg: nuremberg, nuernberg
DE frankfurt am main: frankfurt, frankfurt a m, frankfurt main
DE dusseldorf: duesseldorf
DE hannover: hanover
DE braunschweig: brunswick
DE halle: halle saale
DE freiburg: freiburg im breisgau
AT vienna: wien, vienne, bec, viden
CH zurich: zuerich, zurigo
CH geneve: geneva, genf, ginevra
CH basel: basle, bale
CH luzern: lucerne
CH bern: berne, berna
CH sankt gallen: st gallen
FR paris: parigi, parijs
FR lyon: lyons
FR marseille: marseilles
FR strasbourg: strassburg
FR nice: nizza
BE brussels: bruxelles, brussel, bruselas, ville de bruxelles
BE antwerpen: antwerp, anvers
BE gent: ghent, gand
BE brugge: bruges
BE leuven: louvain
BE liege: luik
NL the hague: den haag, s gravenhage, la haye
LU luxembourg: luxemburg, letzebuerg, ville de luxembourg, luxembourg city
ES sevilla: seville
ES madrid: madryt
ES barcelona: barcelone
ES zaragoza: saragossa
ES a coruna: la coruna
ES palma: palma de mallorca
ES donostia san sebastian: san sebastian, donostia
PT lisbon: lisboa, lissabon, lisbonne
PT porto: oporto
IT rome: roma, rom
IT milan: milano, mailand
IT naples: napoli, neapel
IT turin: torino
IT florence: firenze, florenz
IT venice: venezia, venedig
IT genoa: genova, genua
IT padova: padua
IT bologna: bologne
PL warsaw: warszawa, warschau, varsovie
PL krakow: cracow, krakau
PL gdansk: danzig
PL wroclaw: breslau
PL poznan: posen
CZ prague: praha, prag
CZ brno: brunn
SK bratislava: pressburg
HU budapest: budapesta
RO bucharest: bucuresti, bukarest
BG sofia: sofija, софия
RS belgrade: beograd, београд
HR zagreb: agram
SI ljubljana: laibach
GR athens: athina, αθηνα
GR thessaloniki: saloniki, salonica, θεσσαλονικη
DK copenhagen: kobenhavn, kopenhagen
DK arhus: aarhus
SE goteborg: gothenburg
SE malmoe: malmo
FI helsinki: helsingfors
FI turku: abo
RU moscow: moskva, moskau, москва
RU saint petersburg: st petersburg, sankt peterburg, санкт петербург
UA kyiv: kiev, київ, киев
UA lviv: lvov, lemberg, львів
UA odessa: odesa, одеса
BY minsk: мінск, минск
LV riga: rīga
LT vilnius: wilno
EE tallinn: reval
TR istanbul: i̇stanbul, constantinople
TR izmir: smyrna
IL tel aviv: tel aviv yafo, תל אביב, תל אביב יפו
IL jerusalem: ירושלים, yerushalayim
AE dubai: دبي
AE abu dhabi: ابو ظبي
SA riyadh: الرياض, ar riyad
EG cairo: القاهرة, al qahirah
IN bengaluru: bangalore
IN mumbai: bombay
IN chennai: madras
IN kolkata: calcutta
IN gurgaon: gurugram
IN delhi: दिल्ली
CN beijing: peking, 北京, 北京市
CN shanghai: 上海, 上海市
CN guangzhou: canton, 广州, 广州市
CN shenzhen: 深圳, 深圳市
TW taipei: taipei city, 台北, 台北市, 臺北市
HK hong kong: kowloon, 香港
JP tokyo: tokio, 東京, 東京都
JP osaka: 大阪, 大阪市, osaka city
JP kyoto: 京都, 京都市
KR seoul: 서울, 서울특별시
KR busan: 부산, pusan
TH bangkok: krung thep, krung thep maha nakhon, กรุงเทพมหานคร
VN ho chi minh city: saigon, thanh pho ho chi minh, tp ho chi minh, tphcm, hcmc
VN hanoi: ha noi
MM yangon: rangoon
MN ulan bator: ulaanbaatar, ulan bator
PH manila: metro manila
ID jakarta: djakarta, jakarta pusat, dki jakarta
ZA cape town: kaapstad
ZA johannesburg: joburg
CO bogota: bogota d c, santa fe de bogota
`;

const aliases: ReadonlyMap<string, CityAlias> = new Map(
  ALIASES.trim()
    .split('\n')
    .flatMap((line) => {
      const [, country = '', name = '', others = ''] = /^(\w\w) ([^:]+): (.+)$/.exec(line)!;
      return others.split(', ').map((other) => [normalize(other), { country, name }] as const);
    }),
);

/** The city that is meant by another of its names. */
export const cityAlias = (key: string): CityAlias | undefined => aliases.get(key);
