import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { DispatchClient } from '../../../tests/harness/clients.ts';
import { startTestServer } from '../../../tests/harness/server.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());

// The organization's country | the city and country that must be found | the address. `refused`: error 1011;
// `only X`: error 1011 whose cause names X, which is all that was found.
const ADDRESSES = `
US | Warsaw, Poland | ul. Marszałkowska 10, 00-590 Warszawa, Polska
US | Warsaw, Poland | ul. Marszałkowska 10, 00-590 Warszawa
US | Brussels, Belgium | Rue de la Loi 16, Bruxelles, Belgique
US | Brussels, Belgium | Wetstraat 16, 1000 Brussel, België
US | London, United Kingdom | 10 Downing St, London SW1A 2AA
US | London, United Kingdom | London SW1A 2AA
US | San Francisco, United States | 2829 Vallejo St, SF, CA, USA
US | Los Angeles, United States | LA
US | New York City, United States | NYC
US | , United States | 94107
US | , United States | 94107, USA
US | , United States | 94107-1234
US | Sprngfield, United States | 5 Elm St, Sprngfield, IL 62701
US | Springfield, United States | 5 Elm St, Springfield 62701
DE | , United States | 94107, USA
DE | refused | 94107
US | only Vermont, United States | 12 Rural Rd, Tinyhamlet, VT
US | only Hawaii, United States | 5 Elm St, Springfield, HI, USA
US | refused | Main St 5, Springfield, Xyzland
US | only California, United States | 5 Main St, California, USA
US | Berlin, Germany | Unter den Linden 5, Berlin, DE
US | Paris, France | 1 Rue de Rivoli, 75001 Paris
US | Paris, France | 75001 Paris, France
US | Wilmington, United States | 100 King St, Wilmington, DE
US | Milan, Italy | Via Roma 1, 20121 Milano MI
US | Milan, Italy | Via Roma 1, 20121 Milano MI, Italia
US | Singapore, Singapore | 1 Raffles Place, Singapore 048616
US | Tokyo, Japan | 1-1 Chiyoda, Chiyoda-ku, Tokyo 100-8111, Japan
US | São Paulo, Brazil | Av. Paulista 1578, São Paulo - SP, 01310-200, Brasil
US | Mexico City, Mexico | Av. Insurgentes Sur 1, 06700 Ciudad de México, CDMX, México
US | Atlanta, United States | 100 Peachtree St, Atlanta, Georgia
GE | Tbilisi, Georgia | Rustaveli 1, Tbilisi, Georgia
DE | Atlanta, United States | 100 Peachtree St, Atlanta, Georgia
DE | San Francisco, United States | 1 Market St, San Francisco, CA 94105
DE | San Francisco, United States | 1 Market St, San Francisco, CA
CA | London, Canada | 1 King St, London, ON, CA
GB | Canterbury, United Kingdom | 5 High St, Canterbury, Kent
US | Canterbury, United Kingdom | 5 High St, Canterbury, Kent CT1 2EH
AR | Rosario, Argentina | San Martín 100, Rosario, Santa Fe, Argentina
US | Sydney, Australia | 1 George St, Sydney NSW 2000
US | Sydney, Australia | 1 George St, Sydney NSW 2000, Australia
US | San Francisco, United States | 1 Market St, Suite 200, San Francisco California 94105
US | New York City, United States | 350 Fifth Avenue, New York, USA
US | Brooklyn, United States | 1 Smith St, Brooklyn, NY 11201
AT | Vienna, Austria | 1010 Wien
US | Vienna, Austria | Stephansplatz 1, 1010 Wien, Österreich
US | Vienna, Austria | 1010 Wien, Austria
US | Athens, Greece | Ερμού 10, 105 63 Αθήνα, Ελλάδα
US | Moscow, Russia | Тверская 1, 125009 Москва, Россия
US | Dublin, Ireland | 1 O'Connell St, Dublin 1, D01 F5P2, Ireland
US | Dublin, Ireland | 1 O'Connell St, Dublin D01 F5P2
US | Amsterdam, Netherlands | Damrak 1, 1012 LG Amsterdam
US | Toronto, Canada | 100 Queen St W, Toronto M5H 2N2
US | Stockholm, Sweden | Drottninggatan 1, 111 51 Stockholm, Sverige
US | London, United Kingdom | 221B Baker Street, London UK
US | Berlin, Germany | Berlin Germany
US | London, United Kingdom | 221B Baker Street, London
US | Paris, France | 12 rue de la Paix, Paris
US | Paris, France | Paris
US | Paris, United States | 1 Main St, Paris, TX
US | London, United States | 1 Main St, London, OH
CA | London, Canada | 1 King St, London
US | West Jordan, United States | 100 Main St, West Jordan
US | Peru, United States | 1 Main St, Peru, IN
FR | Paris, United States | Paris, Texas
US | refused | 5 Main St, Lebanon
US | Mumbai, India | MG Road 5, Mumbai, IN
US | Mumbai, India | Nariman Point, Mumbai 400021, Maharashtra, India
US | Hong Kong, Hong Kong SAR China | 1 Queen's Road Central, Hong Kong
US | Lisbon, Portugal | Rua Augusta 1, 1100-048 Lisboa
US | Dubai, United Arab Emirates | Sheikh Zayed Rd 5, Dubai, U.A.E.
US | Kyiv, Ukraine | вул. Хрещатик 1, Київ, 01001, Україна
US | Seoul, South Korea | 110 Sejong-daero, Jung-gu, Seoul 04524, South Korea
US | Curitiba, Brazil | Curitiba, Paraná, Brazil
US | St. Louis, United States | 1 Market St, Saint Louis, MO
US | Washington, D.C., United States | 1600 Pennsylvania Avenue NW, Washington, D.C. 20500
US | refused | 5 Main St, Springfield, Xyzland
US | St. Petersburg, United States | 5 Central Ave, St Petersburg
US | Geneva, United States | 1 Main St, Geneva
US | Rome, Italy | Via del Corso 1, Roma
US | Mexico City, Mexico | Av. Reforma 1, México, D.F.
US | only Chihuahua, Mexico | Calle 5, Pueblo Ignoto, Chihuahua, Mexico
US | Tokyo, Japan | 2-1 Dogenzaka, Dogenzaka Hill, Tokyo, Japan
MX | Zapopan, Mexico | Calle 5, Zapopan, Jal.
GB | only Jalisco, Mexico | Calle 5, Ignoto, Jal.
US | Juárez, Mexico | Av. Uno 5, Ciudad Juárez, Chihuahua, Mexico
US | Berlin, Germany | Torstr. 5, 10119 Berlin-Mitte, Deutschland
TR | Istanbul, Türkiye | İstiklal Cd. 1, Beyoğlu/İstanbul
IT | Florence, Italy | Via Roma 1, Firenze FI
US | Heidelberg, Germany | Hauptstr. 5, D-69117 Heidelberg
US | Bengaluru, India | 5 MG Road, Bangalore 560001 Karnataka
US | Wellington, New Zealand | 5 Cuba St, Wellington 6011
FR | refused | 5 rue Victor Hugo, 69100 Villeurbanne, Xyzland
US | Ulan Bator, Mongolia | Peace Ave 5, Ulaanbaatar, Mongolia
ES | Granada, Spain | Calle Real 5, Granada
BR | Salvador, Brazil | Rua Chile 1, Salvador
US | Luxembourg, Luxembourg | Rue du Fosse 1, L-1536 Luxembourg
FR | Lyon, France | 5 Rue de la République, 69001 Lyon
FR | Saint-Denis, France | 5 Rue X, 93200 Saint-Denis, Île-de-France
DE | Munich, Germany | Marienplatz 1, 80331 München
DE | Frankfurt am Main, Germany | Zeil 1, 60313 Frankfurt am Main, Hessen
DE | Warsaw, Poland | ul. Nowy Świat 1, 00-001 Warszawa
DE | Kraków, Poland | Rynek 1, 31-042 Kraków, Polen
DE | Zürich, Switzerland | Bahnhofstrasse 1, 8001 Zürich, Schweiz
US | Zürich, Switzerland | Bahnhofstrasse 1, CH-8001 Zürich
CH | Genève, Switzerland | Rue du Rhône 1, 1204 Genève GE
IT | Milan, Italy | Via Dante 1, 20121 Milano MI
IT | Rome, Italy | Via del Corso 1, 00186 Roma RM, Italia
US | Rome, Italy | Via del Corso 1, 00186 Roma RM, Italia
US | Rome, United States | 1 Broad St, Rome, GA 30161
US | Sevilla, Spain | Calle Sierpes 1, 41004 Sevilla, España
US | Barcelona, Spain | Carrer de Mallorca 1, 08013 Barcelona, Catalunya
PT | Porto, Portugal | Rua de Santa Catarina 1, 4000-442 Porto
US | Prague, Czechia | Václavské náměstí 1, 110 00 Praha 1, Česko
US | Prague, Czechia | Václavské náměstí 1, 110 00 Praha 1 - Nové Město, Czech Republic
US | Budapest, Hungary | Andrássy út 1, 1061 Budapest, Magyarország
US | Bucharest, Romania | Calea Victoriei 1, București 010061, România
US | Sofia, Bulgaria | бул. Витоша 1, 1000 София, България
US | Zagreb, Croatia | Ilica 1, 10000 Zagreb, Hrvatska
US | Ljubljana, Slovenia | Čopova 1, SI-1000 Ljubljana, Slovenija
US | Copenhagen, Denmark | Strøget 1, 1160 København K, Danmark
US | Oslo, Norway | Karl Johans gate 1, 0154 Oslo, Norge
US | Göteborg, Sweden | Avenyn 1, 411 36 Göteborg, Sweden
US | Helsinki, Finland | Mannerheimintie 1, 00100 Helsinki, Suomi
US | Tallinn, Estonia | Viru 1, 10140 Tallinn, Eesti
US | Riga, Latvia | Brīvības iela 1, Rīga, LV-1010
US | Vilnius, Lithuania | Gedimino pr. 1, LT-01103 Vilnius, Lietuva
US | Istanbul, Türkiye | İstiklal Cd. 1, 34433 İstanbul, Türkiye
US | Tel Aviv, Israel | Dizengoff 1, Tel Aviv, Israel
US | Cairo, Egypt | Tahrir Sq 1, Cairo, Egypt
US | Cape Town, South Africa | 1 Long St, Cape Town, 8001, South Africa
ZA | Johannesburg, South Africa | 1 Main St, Johannesburg, Gauteng, 2001
AU | Melbourne, Australia | 1 Collins St, Melbourne VIC 3000
AU | Perth, Australia | 1 Hay St, Perth WA 6000
AU | Newcastle, Australia | 1 Hunter St, Newcastle NSW 2300
NZ | Auckland, New Zealand | 1 Queen St, Auckland 1010
US | Auckland, New Zealand | 1 Queen St, Auckland 1010, New Zealand
CA | Vancouver, Canada | 1 Robson St, Vancouver, BC V6B 1A1
CA | Vancouver, United States | 1 Main St, Vancouver, WA 98660
US | Québec, Canada | 1 Rue Saint-Jean, Québec, QC G1R 1N4, Canada
US | Montréal, Canada | 1 Rue Sainte-Catherine, Montreal, Quebec H3B 1A1
CA | Los Angeles, United States | 1 Main St, Los Angeles, CA
MX | Guadalajara, Mexico | Av. Juárez 1, 44100 Guadalajara, Jal., México
MX | Monterrey, Mexico | Av. Constitución 1, Monterrey, Nuevo León
BR | Rio de Janeiro, Brazil | Av. Atlântica 1, Copacabana, Rio de Janeiro - RJ, 22010-000
AR | Buenos Aires, Argentina | Av. Corrientes 1, C1043AAZ CABA
AR | Córdoba, Argentina | San Martín 1, Córdoba
CO | Armenia, Colombia | Calle 14 1, Armenia
CL | Santiago, Chile | Alameda 1, Santiago, Región Metropolitana, Chile
PE | Lima, Peru | Jr. de la Unión 1, Lima, Perú
US | Bangkok, Thailand | 1 Sukhumvit, Bangkok 10110, Thailand
US | Hanoi, Vietnam | 1 Tràng Tiền, Hà Nội, Việt Nam
US | Kuala Lumpur, Malaysia | 1 Jalan Ampang, 50450 Kuala Lumpur, Malaysia
US | Jakarta, Indonesia | Jl. Sudirman 1, Jakarta 10220, Indonesia
US | Manila, Philippines | 1 Rizal Ave, Manila, Pilipinas
US | Tokyo, Japan | 東京都
US | Beijing, China | 1 Chang'an Ave, Beijing 100006, 中国
US | Taipei, Taiwan | 1 Xinyi Rd, Taipei City 110, Taiwan
IN | Bengaluru, India | MG Road, Bangalore 560001
IN | Hyderabad, India | 1 Road No 1, Banjara Hills, Hyderabad, Telangana 500034
PK | Hyderabad, Pakistan | 1 Main Rd, Hyderabad
GB | Birmingham, United Kingdom | 1 High St, Birmingham
US | Birmingham, United States | 1 High St, Birmingham
US | Birmingham, United Kingdom | 1 High St, Birmingham B1 1AA
US | Cambridge, United Kingdom | 1 King's Parade, Cambridge, England
US | Cambridge, United States | 1 Main St, Cambridge, MA 02139
GB | Boston, United Kingdom | 1 High St, Boston
GB | Boston, United States | 1 Main St, Boston, MA, USA
GB | Boston, United States | 1 Main St, Boston, MA 02110
IE | Cork, Ireland | 1 Patrick St, Cork, Co. Cork
US | San Juan, Puerto Rico | 1 Calle Fortaleza, San Juan, PR 00901
US | refused | 1 Main St, 00-590
US | refused | 12 Nowhere Rd, Qwxyz, Polska
US | refused | 1 Rue X, Warsaw, Belgique
US | Springfield, United States | 5 Elm St, Springfield, IL 62701, USA
US | refused | Rue de la Loi 16, Brusselz, Belgique
PL | Warsaw, Poland | ul. Nowy Świat 1, Warszawa
PL | Berlin, Germany | Unter den Linden 1, 10117 Berlin, Niemcy
JP | Osaka, Japan | 1-1 Umeda, Osaka 530-0001
JP | New York City, United States | 350 5th Ave, New York, NY, アメリカ合衆国
SA | Dubai, United Arab Emirates | Sheikh Zayed Rd, Dubai, الإمارات العربية المتحدة
SG | refused | 1 Raffles Place, 048616
SG | Singapore, Singapore | 1 Raffles Place, Singapore
HK | Hong Kong, Hong Kong SAR China | 1 Queen's Road Central, Hong Kong
MC | Monaco, Monaco | 1 Avenue X, 98000 Monaco
NL | Rotterdam, Netherlands | Coolsingel 1, 3011 AD Rotterdam
NL | Utrecht, Netherlands | Oudegracht 1, Utrecht, Utrecht
BE | Antwerpen, Belgium | Meir 1, 2000 Antwerpen
BE | Liège, Belgium | Rue X 1, 4000 Liège, Wallonie
UA | Lviv, Ukraine | пл. Ринок 1, Львів, 79000
RU | Saint Petersburg, Russia | Невский пр. 1, Санкт-Петербург, 191186
AT | Graz, Austria | Herrengasse 1, 8010 Graz, Steiermark
AT | refused | Hauptplatz 1, Springfield, Xyz
US | New York City, United States | New York
US | only California, United States | California
US | Las Vegas, United States | 1 Strip, Vegas, NV
US | Fort Worth, United States | 1 Main St, Ft. Worth, TX
US | Columbus, United States | 1 High St, Columbus, Ohio, United States of America
`;

// The same, of addresses in parts: street, city, state, postal code, country.
const IN_PARTS = `
US | Warsaw, Poland | Nowy Świat 1; Warszawa; ; 00-590; Polska
US | Brussels, Belgium | Rue de la Loi 16; Bruxelles; ; 1000; Belgique
US | London, United Kingdom | Downing St; London; ; SW1A 2AA; Royaume-Uni
US | San Francisco, United States | Vallejo St; SF; CA; ; USA
US | Springfield, United States | Elm St; Springfield; IL; 62701; US
US | only Hawaii, United States | Elm St; Springfield; HI; ; US
US | only Vermont, United States | Rural Rd; Tinyhamlet; VT; ; USA
US | refused | Main St; Paris; ; ; Atlantis
US | , United States | Main St; ; ; 94107; USA
US | , United States | Main St; ; IL; 60601; USA
US | refused | High St; ; ; SW1A 1AA; GB
US | refused | Main St; Indianapolis; ; ; Polska
US | San Juan, Puerto Rico | Calle Fortaleza; San Juan; PR; 00901; USA
US | Munich, Germany | Marienplatz; München; Bayern; D-80331; DE
DE | Washington, D.C., United States | Pennsylvania Ave; Washington; DC; 20500; Vereinigte Staaten
FR | Cologne, Italy | Via X; Cologne; ; ; Italie
FR | Köln, Germany | Domplatz; Cologne; ; ; Allemagne
JP | Vancouver, Canada | Robson St; Vancouver; BC; V6B 1A1; カナダ
`;

interface Row {
  country: string;
  expected: string;
  address: string;
}

const rows = (table: string): Row[] =>
  table
    .trim()
    .split('\n')
    .map((line) => {
      const [country = '', expected = '', address = ''] = line.split(' | ');
      return { country, expected, address };
    });

const clients = new Map<string, Promise<DispatchClient>>();

function clientIn(country: string): Promise<DispatchClient> {
  const client = clients.get(country) ?? server.organization({ country }).then((of) => new DispatchClient(of.dispatch));
  clients.set(country, client);
  return client;
}

async function outcome(country: string, address: object): Promise<string> {
  const { status, json } = await (await clientIn(country)).post('/destinations', { address });
  if (status === 200) {
    assert.deepEqual([json.geocoding.layer, json.located], ['gazetteer', false]);
    assert.match(json.geocoding.precision, /^(?:city|postalCode)$/);
    assert.ok(!json.warnings.includes('MISMATCH_POSTALCODE'), JSON.stringify(address));
    return `${json.address.city}, ${json.address.country}`;
  }
  assert.deepEqual([status, json.message.error], [400, 1011]);
  const [, found] =
    /^Only the region was found \((.+)\); the minimum precision is "city"\.$/.exec(json.message.cause) ?? [];
  return found ? `only ${found}` : 'refused';
}

/** Returns the rows with unexpected results; all are requested at once. */
async function mistakes(table: readonly Row[], toAddress: (text: string) => object): Promise<string[]> {
  const all = table.map(async ({ country, expected, address }) => {
    const found = await outcome(country, toAddress(address));
    return found === expected ? [] : [`${country}: ${address}: ${found} instead of ${expected}`];
  });
  return (await Promise.all(all)).flat();
}

test('addresses of the world land where they are, or are refused', async () => {
  const table = rows(ADDRESSES);
  assert.ok(table.length >= 120 && new Set(table.map(({ country }) => country)).size >= 10);
  assert.deepEqual(await mistakes(table, (unparsed) => ({ unparsed })), []);
});

test('so do addresses in parts', async () => {
  const inParts = (address: string) => {
    const [street, city, state, postalCode, country] = address.split(';').map((part) => part.trim());
    return { number: '1', street, city, state, postalCode, country };
  };
  assert.deepEqual(await mistakes(rows(IN_PARTS), inParts), []);
});
