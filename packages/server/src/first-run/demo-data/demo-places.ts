/** A town with its region, country, a postal code and its coordinates. */
type Town = readonly [city: string, region: string, country: string, postalCode: string, coordinates: string];

const towns: readonly [Town, ...Town[]] = [
  ['Seattle', 'Washington', 'United States', '98101', '47.6062, -122.3321'],
  ['Portland', 'Oregon', 'United States', '97204', '45.5152, -122.6784'],
  ['Denver', 'Colorado', 'United States', '80202', '39.7392, -104.9903'],
  ['Austin', 'Texas', 'United States', '78701', '30.2672, -97.7431'],
  ['Chicago', 'Illinois', 'United States', '60601', '41.8781, -87.6298'],
  ['Columbus', 'Ohio', 'United States', '43215', '39.9612, -82.9988'],
  ['Atlanta', 'Georgia', 'United States', '30303', '33.7490, -84.3880'],
  ['Boston', 'Massachusetts', 'United States', '02108', '42.3601, -71.0589'],
  ['Montréal', 'Québec', 'Canada', 'H2Y 1C6', '45.5019, -73.5674'],
  ['Toronto', 'Ontario', 'Canada', 'M5H 2N2', '43.6532, -79.3832'],
  ['Monterrey', 'Nuevo León', 'Mexico', '64000', '25.6866, -100.3161'],
  ['São Paulo', 'São Paulo', 'Brazil', '01310-100', '-23.5505, -46.6333'],
  ['Dublin', 'Leinster', 'Ireland', 'D02 X285', '53.3498, -6.2603'],
  ['Leeds', 'England', 'United Kingdom', 'LS1 4AP', '53.8008, -1.5491'],
  ['Glasgow', 'Scotland', 'United Kingdom', 'G2 1DU', '55.8642, -4.2518'],
  ['Lyon', 'Auvergne-Rhône-Alpes', 'France', '69002', '45.7640, 4.8357'],
  ['Rotterdam', 'South Holland', 'Netherlands', '3011 AD', '51.9244, 4.4777'],
  ['Hamburg', 'Hamburg', 'Germany', '20095', '53.5511, 9.9937'],
  ['München', 'Bayern', 'Germany', '80331', '48.1351, 11.5820'],
  ['Zürich', 'Zürich', 'Switzerland', '8001', '47.3769, 8.5417'],
  ['Wien', 'Wien', 'Austria', '1010', '48.2082, 16.3738'],
  ['Kraków', 'Lesser Poland', 'Poland', '31-042', '50.0647, 19.9450'],
  ['Malmö', 'Skåne', 'Sweden', '211 34', '55.6050, 13.0038'],
  ['Tampere', 'Pirkanmaa', 'Finland', '33100', '61.4978, 23.7610'],
  ['Milano', 'Lombardia', 'Italy', '20121', '45.4642, 9.1900'],
  ['Sevilla', 'Andalucía', 'Spain', '41001', '37.3891, -5.9845'],
  ['Nairobi', 'Nairobi', 'Kenya', '00100', '-1.2921, 36.8219'],
  ['Cape Town', 'Western Cape', 'South Africa', '8001', '-33.9249, 18.4241'],
  ['Pune', 'Maharashtra', 'India', '411001', '18.5204, 73.8567'],
  ['Singapore', 'Singapore', 'Singapore', '048616', '1.3521, 103.8198'],
  ['Osaka', 'Osaka', 'Japan', '530-0001', '34.6937, 135.5023'],
  ['Brisbane', 'Queensland', 'Australia', '4000', '-27.4698, 153.0251'],
];

const kinds = ['Data Center', 'Plant', 'Office', 'Depot'] as const;
const streets = ['Harbour Road', 'Station Street', 'Mill Lane', 'Park Avenue', 'Industrial Way'] as const;

/** A location of devices in the format of PUT v1/locations. */
export interface DemoPlace {
  readonly name: string;
  readonly address1: string;
  readonly city: string;
  readonly state: string;
  readonly country: string;
  readonly postalCode: string;
  readonly coordinates: string;
}

/** Returns `count` distinct places (at most four per town); the first ones are in different towns. */
export function demoPlaces(count: number): readonly DemoPlace[] {
  return Array.from({ length: Math.min(count, towns.length * kinds.length) }, (_, index) => {
    const [city, state, country, postalCode, coordinates] = towns[index % towns.length] ?? towns[0];
    const kind = kinds[Math.floor(index / towns.length)] ?? kinds[0];
    const street = streets[index % streets.length] ?? streets[0];
    return {
      name: `${city} ${kind}`,
      address1: `${1 + ((index * 17) % 180)} ${street}`,
      ...{ city, state, country, postalCode, coordinates },
    };
  });
}
