// Made by scripts/address-orders.mjs. Change nothing here.

/**
 * Countries by the order of the parts of their addresses: `n` number, `s` street, `a` apartment, `p` postal code,
 * `c` city, `t` state.
 */
export const ADDRESS_ORDERS: Readonly<Record<string, string>> = {
  'c, s, n, a, p': `IR`,
  'n s, a, c - p': `BD`,
  'n s, a, c p': `AE AG AQ BB BF BH BM BZ CI CK CX DJ DM FJ GA GH GI GM GY HK HM JM KH KY LB LK LS MS MV MW NA
    NF NG NR NU NZ PK PN RW SA SC SG SL TK TO TV UG ZW`,
  'n s, a, c p t': `PG`,
  'n s, a, c t p': `AU CC`,
  'n s, a, c, p': `AS EG FK GB GG GS GU IE IM IO JE KE MM MP MT PR SH TC TT UM VG VI ZA`,
  'n s, a, c, t p': `CA FM JP KN MH US VN`,
  'n s, a, p c': `AD AZ BL DZ FR GF GN GP LU MA MC MF MG MQ MY NC PF PM RE SN TF TN TZ WF YT ZM`,
  'n s, a, p, c': `AM OM`,
  'n s, c, p t, a': `PH`,
  'n, s, a, c - p': `IN`,
  'n, s, a, c p': `BJ CD CG MR MU NE TG XK YE`,
  'n, s, a, c, p': `IQ`,
  'n, s, a, c, t p': `BN TH`,
  'n, s, a, p c': `LA TM`,
  'p c, s n, a': `HU`,
  'p c, s, n, a': `BY KG KZ`,
  'p, c s n, a': `TW`,
  'p, c, s n, a': `CN`,
  's n, a, c - t, p': `BR`,
  's n, a, c p': `AF AW BG BI BO BS BT BW CF CM CW EH ER GD GQ ID KI KM KP LC LY ML MO NI PE QA SB SO SR SS ST
    SX TD TL VC VU WS`,
  's n, a, c p, t': `VE`,
  's n, a, c, p': `AI AO CU LV SZ UZ`,
  's n, a, c, t p': `NP`,
  's n, a, c, t, p': `DO`,
  's n, a, p - c': `SV`,
  's n, a, p c': `AC AR AT AX BA BE BQ BV CH CL CP CQ CV CY CZ DE DG DK EA EE ET EU EZ FI FO GE GL GR GW HN HR
    HT IC IL IS IT JO LI LR LT ME MK NL NO PL PS PT PW PY QO RO RS SD SE SI SJ SK SM TA TJ TR UN
    UY VA XA XB ZZ`,
  's n, a, p c, t': `CO MX`,
  's n, a, p- c': `GT`,
  's n, a, p, c': `AL EC PA`,
  's n, a, t, c, p': `CR`,
  's, n, a, c, p': `RU UA`,
  's, n, a, p c': `ES KW MD MZ SY`,
  's, n, a, p, c': `MN`,
  't c s n, p, a': `KR`,
};
