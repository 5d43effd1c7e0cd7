import { normalize } from './normalize.ts';

/** A state or province, by the code that the gazetteer has for it. */
export interface Region {
  country: string;
  code: string;
}

// Of countries whose addresses tell cities apart by them: `CODE`, or `abbreviation=CODE` where the gazetteer (GeoNames
// admin1) counts them, then the names.
const REGIONS: Record<string, string> = {
  US: `AL Alabama,AK Alaska,AZ Arizona,AR Arkansas,CA California,CO Colorado,CT Connecticut,DE Delaware,
    DC District of Columbia,FL Florida,GA Georgia,HI Hawaii,ID Idaho,IL Illinois,IN Indiana,IA Iowa,KS Kansas,
    KY Kentucky,LA Louisiana,ME Maine,MD Maryland,MA Massachusetts,MI Michigan,MN Minnesota,MS Mississippi,
    MO Missouri,MT Montana,NE Nebraska,NV Nevada,NH New Hampshire,NJ New Jersey,NM New Mexico,NY New York,
    NC North Carolina,ND North Dakota,OH Ohio,OK Oklahoma,OR Oregon,PA Pennsylvania,RI Rhode Island,
    SC South Carolina,SD South Dakota,TN Tennessee,TX Texas,UT Utah,VT Vermont,VA Virginia,WA Washington,
    WV West Virginia,WI Wisconsin,WY Wyoming`,
  CA: `AB=01 Alberta,BC=02 British Columbia,MB=03 Manitoba,NB=04 New Brunswick,NL=05 Newfoundland and Labrador,
    NS=07 Nova Scotia,ON=08 Ontario,PE=09 Prince Edward Island,QC=10 Quebec,SK=11 Saskatchewan,YT=12 Yukon,
    NT=13 Northwest Territories,NU=14 Nunavut`,
  AU: `ACT=01 Australian Capital Territory,NSW=02 New South Wales,NT=03 Northern Territory,QLD=04 Queensland,
    SA=05 South Australia,TAS=06 Tasmania,VIC=07 Victoria,WA=08 Western Australia`,
  DE: `BW=01 Baden-Württemberg,BY=02 Bayern,BY=02 Bavaria,HE=05 Hessen,NI=06 Niedersachsen,NW=07 Nordrhein-Westfalen,
    RP=08 Rheinland-Pfalz,SL=09 Saarland,SH=10 Schleswig-Holstein,BB=11 Brandenburg,
    MV=12 Mecklenburg-Vorpommern,SN=13 Sachsen,ST=14 Sachsen-Anhalt,TH=15 Thüringen`,
};

interface Names {
  abbreviations: ReadonlyMap<string, string>;
  names: ReadonlyMap<string, string>;
}

const known: ReadonlyMap<string, Names> = new Map(
  Object.entries(REGIONS).map(([country, text]) => {
    const rows = text.split(',').map((row) => {
      const [, abbreviation = '', code = abbreviation, name = ''] = /^(\w+)(?:=(\w+))? (.+)$/.exec(row.trim())!;
      return { abbreviation, code, name: normalize(name) };
    });
    return [
      country,
      {
        abbreviations: new Map(rows.map(({ abbreviation, code }) => [abbreviation, code])),
        names: new Map(rows.map(({ name, code }) => [name, code])),
      },
    ];
  }),
);

function regionOf(country: string, code: string | undefined): Region | undefined {
  return code === undefined ? undefined : { country, code };
}

/** A region given by its abbreviation: of the country, or of the United States where none of another is known. */
export function regionByAbbreviation(text: string, country: string): Region | undefined {
  const abbreviation = text.trim().toUpperCase();
  for (const each of [country, 'US']) {
    const found = regionOf(each, known.get(each)?.abbreviations.get(abbreviation));
    if (found) return found;
  }
  return undefined;
}

/** A region given by its name: of the country, or of any other one. */
export function regionByName(text: string, country: string): Region | undefined {
  const name = normalize(text);
  for (const each of [country, ...known.keys()]) {
    const found = regionOf(each, known.get(each)?.names.get(name));
    if (found) return found;
  }
  return undefined;
}

/** @param country the one an address names, else the organization's own */
export function findRegion(text: string, country: string): Region | undefined {
  return regionByAbbreviation(text, country) ?? regionByName(text, country);
}
