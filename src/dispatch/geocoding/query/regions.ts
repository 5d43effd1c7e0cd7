import { normalize } from './normalize.ts';

/** A state, province or county. */
export interface Region {
  country: string;
  /** As the gazetteer has it (GeoNames admin1); undefined for a smaller one, of which only the country is known. */
  code: string | undefined;
  /** As it is usually written. */
  name: string;
}

// Regions of countries whose addresses tell cities apart by them: `CODE`, or `abbreviation=CODE` where the gazetteer counts
// them, or `=CODE` without an abbreviation, or nothing; then the name. Before other spellings stands the same code.
const REGIONS: Record<string, string> = {
  US: `AL Alabama,AK Alaska,AZ Arizona,AR Arkansas,CA California,CO Colorado,CT Connecticut,DE Delaware,
    DC District of Columbia,FL Florida,GA Georgia,HI Hawaii,ID Idaho,IL Illinois,IN Indiana,IA Iowa,KS Kansas,
    KY Kentucky,LA Louisiana,ME Maine,MD Maryland,MA Massachusetts,MI Michigan,MN Minnesota,MS Mississippi,
    MO Missouri,MT Montana,NE Nebraska,NV Nevada,NH New Hampshire,NJ New Jersey,NM New Mexico,NY New York,
    NC North Carolina,ND North Dakota,OH Ohio,OK Oklahoma,OR Oregon,PA Pennsylvania,RI Rhode Island,
    SC South Carolina,SD South Dakota,TN Tennessee,TX Texas,UT Utah,VT Vermont,VA Virginia,WA Washington,
    WV West Virginia,WI Wisconsin,WY Wyoming,=AZ Ariz,=CA Calif,=CO Colo,=CT Conn,=FL Fla,=IL Ill,=MA Mass,=MI Mich,
    =MN Minn,=NY New York State,=OR Ore,=PA Penna,=TN Tenn,=TX Tex,=WA Wash,=WI Wis,=WA Washington State`,
  CA: `AB=01 Alberta,BC=02 British Columbia,MB=03 Manitoba,NB=04 New Brunswick,NL=05 Newfoundland and Labrador,
    NS=07 Nova Scotia,ON=08 Ontario,PE=09 Prince Edward Island,QC=10 Quebec,SK=11 Saskatchewan,YT=12 Yukon,
    NT=13 Northwest Territories,NU=14 Nunavut,=05 Newfoundland,=10 PQ,=02 Colombie-Britannique`,
  AU: `ACT=01 Australian Capital Territory,NSW=02 New South Wales,NT=03 Northern Territory,QLD=04 Queensland,
    SA=05 South Australia,TAS=06 Tasmania,VIC=07 Victoria,WA=08 Western Australia`,
  DE: `BW=01 Baden-Württemberg,BY=02 Bayern,=02 Bavaria,HE=05 Hessen,=05 Hesse,NI=06 Niedersachsen,=06 Lower Saxony,
    NW=07 Nordrhein-Westfalen,NRW=07 North Rhine-Westphalia,RP=08 Rheinland-Pfalz,SL=09 Saarland,
    SH=10 Schleswig-Holstein,BB=11 Brandenburg,MV=12 Mecklenburg-Vorpommern,SN=13 Sachsen,=13 Saxony,
    ST=14 Sachsen-Anhalt,TH=15 Thüringen,=15 Thuringia`,
  GB: `ENG England,SCT Scotland,WLS Wales,NIR Northern Ireland,Bedfordshire,Berkshire,Buckinghamshire,Cambridgeshire,
    Cheshire,Cornwall,Cumbria,Derbyshire,Devon,Dorset,County Durham,East Sussex,Essex,Gloucestershire,Greater London,
    Greater Manchester,Hampshire,Herefordshire,Hertfordshire,Kent,Lancashire,Leicestershire,Lincolnshire,Merseyside,
    Norfolk,North Yorkshire,Northamptonshire,Northumberland,Nottinghamshire,Oxfordshire,Rutland,Shropshire,Somerset,
    South Yorkshire,Staffordshire,Suffolk,Surrey,Tyne and Wear,Warwickshire,West Midlands,West Sussex,West Yorkshire,
    Wiltshire,Worcestershire,Aberdeenshire,Fife,Midlothian,County Antrim,County Down`,
  IE: `County Cork,County Dublin,County Galway,County Kerry,County Kildare,County Limerick,County Mayo,County Meath,
    County Wexford,County Wicklow,Co Cork,Co Dublin,Co Galway,Co Kerry,Co Kildare,Co Limerick,Co Mayo,Co Meath`,
  ES: `=51 Andalucía,=51 Andalusia,=52 Aragón,=34 Asturias,=07 Islas Baleares,=07 Illes Balears,=07 Balearic Islands,
    =53 Canarias,=53 Canary Islands,=39 Cantabria,=55 Castilla y León,=54 Castilla-La Mancha,=56 Cataluña,=56 Catalunya,
    =56 Catalonia,=57 Extremadura,=58 Galicia,=27 La Rioja,=29 Comunidad de Madrid,=29 Madrid,=31 Murcia,
    =31 Región de Murcia,=32 Navarra,=59 País Vasco,=59 Euskadi,=59 Basque Country,=60 Comunidad Valenciana,
    =60 Comunitat Valenciana,=60 Valencia`,
  IT: `=01 Abruzzo,=02 Basilicata,=03 Calabria,=04 Campania,=05 Emilia-Romagna,=06 Friuli-Venezia Giulia,=07 Lazio,
    =08 Liguria,=09 Lombardia,=09 Lombardy,=10 Marche,=11 Molise,=12 Piemonte,=12 Piedmont,=13 Puglia,=13 Apulia,
    =14 Sardegna,=14 Sardinia,=15 Sicilia,=15 Sicily,=16 Toscana,=16 Tuscany,=17 Trentino-Alto Adige,=18 Umbria,
    =20 Veneto`,
  FR: `=84 Auvergne-Rhône-Alpes,=27 Bourgogne-Franche-Comté,=53 Bretagne,=53 Brittany,=24 Centre-Val de Loire,
    =94 Corse,=94 Corsica,=44 Grand Est,=32 Hauts-de-France,=11 Île-de-France,=28 Normandie,=28 Normandy,
    =75 Nouvelle-Aquitaine,=76 Occitanie,=52 Pays de la Loire,=93 Provence-Alpes-Côte d’Azur,PACA=93 Provence`,
  BR: `AC=01 Acre,AL=02 Alagoas,AP=03 Amapá,AM=04 Amazonas,BA=05 Bahia,CE=06 Ceará,DF=07 Distrito Federal,
    ES=08 Espírito Santo,GO=29 Goiás,MA=13 Maranhão,MT=14 Mato Grosso,MS=11 Mato Grosso do Sul,
    MG=15 Minas Gerais,PA=16 Pará,PB=17 Paraíba,PR=18 Paraná,PE=30 Pernambuco,PI=20 Piauí,RJ=21 Rio de Janeiro,
    RN=22 Rio Grande do Norte,RS=23 Rio Grande do Sul,RO=24 Rondônia,RR=25 Roraima,SC=26 Santa Catarina,
    SP=27 São Paulo,SE=28 Sergipe,TO=31 Tocantins`,
  MX: `AGS=01 Aguascalientes,BC=02 Baja California,BCS=03 Baja California Sur,CAMP=04 Campeche,
    CDMX=09 Ciudad de México,DF=09 Distrito Federal,CHIS=05 Chiapas,CHIH=06 Chihuahua,COAH=07 Coahuila,COL=08 Colima,
    DGO=10 Durango,GTO=11 Guanajuato,GRO=12 Guerrero,HGO=13 Hidalgo,JAL=14 Jalisco,MEX=15 Estado de México,
    MICH=16 Michoacán,MOR=17 Morelos,NAY=18 Nayarit,NL=19 Nuevo León,OAX=20 Oaxaca,PUE=21 Puebla,QRO=22 Querétaro,
    QROO=23 Quintana Roo,SLP=24 San Luis Potosí,SIN=25 Sinaloa,SON=26 Sonora,TAB=27 Tabasco,TAMPS=28 Tamaulipas,
    TLAX=29 Tlaxcala,VER=30 Veracruz,YUC=31 Yucatán,ZAC=32 Zacatecas`,
  IN: `AP=02 Andhra Pradesh,=03 Assam,=34 Bihar,=05 Chandigarh,=37 Chhattisgarh,DL=07 Delhi,=33 Goa,GJ=09 Gujarat,
    HR=10 Haryana,=11 Himachal Pradesh,=38 Jharkhand,KA=19 Karnataka,KL=13 Kerala,MP=35 Madhya Pradesh,
    MH=16 Maharashtra,=21 Odisha,=23 Punjab,RJ=24 Rajasthan,TN=25 Tamil Nadu,TS=40 Telangana,UP=36 Uttar Pradesh,
    =39 Uttarakhand,WB=28 West Bengal`,
  CH: `AG Aargau,BE Bern,BS Basel-Stadt,FR Fribourg,GE Genève,GR Graubünden,LU Luzern,NE Neuchâtel,SG Sankt Gallen,
    SO Solothurn,TG Thurgau,TI Ticino,VD Vaud,VS Valais,=VS Wallis,ZG Zug,ZH Zürich`,
  AT: `=01 Burgenland,=02 Kärnten,=02 Carinthia,=03 Niederösterreich,=03 Lower Austria,=04 Oberösterreich,
    =04 Upper Austria,=05 Salzburg,=06 Steiermark,=06 Styria,=07 Tirol,=07 Tyrol,=08 Vorarlberg`,
  JP: `=12 Hokkaido,=24 Miyagi,=34 Saitama,=04 Chiba,=19 Kanagawa,=40 Tokyo,=40 Tokyo-to,=01 Aichi,=22 Kyoto,
    =32 Osaka,=13 Hyogo,=11 Hiroshima,=07 Fukuoka,=47 Okinawa`,
  ZA: `EC=05 Eastern Cape,FS=03 Free State,GP=06 Gauteng,KZN=02 KwaZulu-Natal,=09 Limpopo,MP=07 Mpumalanga,
    NC=08 Northern Cape,WC=11 Western Cape`,
  AR: `=01 Buenos Aires,=01 Provincia de Buenos Aires,CABA=07 Ciudad Autónoma de Buenos Aires,=05 Córdoba,
    =08 Entre Ríos,=13 Mendoza,=14 Misiones,=15 Neuquén,=16 Río Negro,=17 Salta,=21 Santa Fe,=24 Tucumán`,
  NL: `=01 Drenthe,=16 Flevoland,=02 Friesland,=03 Gelderland,=04 Groningen,=05 Limburg,=06 Noord-Brabant,
    =06 North Brabant,=07 Noord-Holland,=07 North Holland,=15 Overijssel,=09 Utrecht,=10 Zeeland,
    =11 Zuid-Holland,=11 South Holland`,
  PL: `=72 dolnośląskie,=73 kujawsko-pomorskie,=75 lubelskie,=74 łódzkie,=77 małopolskie,=78 mazowieckie,
    =78 Mazovia,=80 podkarpackie,=81 podlaskie,=82 pomorskie,=83 śląskie,=83 Silesia,=85 warmińsko-mazurskie,
    =86 wielkopolskie,=87 zachodniopomorskie`,
  BE: `=VLG Vlaanderen,=VLG Flanders,=WAL Wallonie,=WAL Wallonia`,
};

interface RegionNames {
  abbreviations: ReadonlyMap<string, Region>;
  names: ReadonlyMap<string, Region>;
}

const known: ReadonlyMap<string, RegionNames> = new Map(
  Object.entries(REGIONS).map(([country, text]) => {
    const rows = text.split(',').map((row) => {
      const [, abbreviation = '', code = abbreviation || undefined, name = ''] =
        /^(?:([A-Z]{2,5})?(?:=(\w+))? )?(.+)$/.exec(row.trim())!;
      return { abbreviation, region: { country, code, name } };
    });
    return [
      country,
      {
        abbreviations: new Map(
          rows.flatMap(({ abbreviation, region }) => (abbreviation ? [[abbreviation, region] as const] : [])),
        ),
        names: new Map(rows.map(({ region }) => [normalize(region.name), region])),
      },
    ];
  }),
);

/** `N.Y.` and `ny` are `NY`. */
const asAbbreviation = (text: string) => text.replaceAll(/[.\s]/g, '').toUpperCase();

/** The region of a country that has this abbreviation or name. */
export function findRegion(text: string, country: string): Region | undefined {
  const regions = known.get(country);
  return regions?.abbreviations.get(asAbbreviation(text)) ?? regions?.names.get(normalize(text));
}

/** All regions of this abbreviation or name, of whichever country. */
export function findRegions(text: string): Region[] {
  return [...known.keys()].flatMap((country) => findRegion(text, country) ?? []);
}

/** The region of this name, not abbreviation: of the country if it has one, else of another one. */
export function regionByName(text: string, country: string): Region | undefined {
  const name = normalize(text);
  for (const each of [country, ...known.keys()]) {
    const found = known.get(each)?.names.get(name);
    if (found) return found;
  }
  return undefined;
}

/** Whether a text has the form of an abbreviation, `CA`, `NSW` or `D.C.`. */
export const isAbbreviated = (text: string): boolean => /^(?:[A-Z]{2,4}|(?:[A-Z]\.\s?){2,3})$/.test(text.trim());
