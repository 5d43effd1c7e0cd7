import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { clockOf, readTime } from '../../rules/local-times.ts';
import { guessMeanings, headingKeys, type Meaning } from '../../rules/task-columns.ts';
import { type CsvImportContext, LineReader } from '../../rules/task-lines.ts';

const NEW_YORK = 'America/New_York';
const NOW = Date.UTC(2026, 6, 1, 3);

const context = (zone = NEW_YORK, isDayFirst = false) => ({ clock: clockOf(zone), now: NOW, isDayFirst });

describe('a time is read as it is written, in the zone of the organization', () => {
  const read = (text: string, { isEnd = false, isDayFirst = false, zone = NEW_YORK } = {}) => {
    const found = readTime(text, context(zone, isDayFirst), isEnd);
    return 'at' in found ? new Date(found.at).toISOString().replace(':00.000Z', 'Z') : found.problem;
  };

  test('in all its usual forms', () => {
    for (const text of ['2026-12-31 14:00', '2026-12-31T14:00', '2026-12-31 14:00:00', '31.12.2026 14:00'])
      assert.equal(read(text), '2026-12-31T19:00Z', text);
    for (const text of ['12/31/2026 2:00 PM', '12/31/26 14:00', '12/31/2026, 2:00 pm', '12/31/2026 2 p.m.'])
      assert.equal(read(text), '2026-12-31T19:00Z', text);
    assert.equal(read('31/12/2026 14.00', { isDayFirst: true }), '2026-12-31T19:00Z');
    assert.equal(read('31.12.2026 14 Uhr'), '2026-12-31T19:00Z');
    assert.equal(read('2026-12-31T14:00Z'), '2026-12-31T14:00Z');
    assert.equal(read('2026-12-31 14:00+01:00'), '2026-12-31T13:00Z');
    assert.equal(read('1798725600000'), '2026-12-31T14:00Z');
    assert.equal(read('12/31/2026 12:05 am'), '2026-12-31T05:05Z');
  });

  test('a day alone begins a window and ends it, a time alone is of today there', () => {
    assert.equal(read('2026-12-31'), '2026-12-31T05:00Z');
    assert.equal(read('2026-12-31', { isEnd: true }), '2027-01-01T04:59Z');
    // It is still the 30th of June in New York.
    assert.equal(read('14:00'), '2026-06-30T18:00Z');
    assert.equal(read('2:00 PM'), '2026-06-30T18:00Z');
    assert.equal(read('14:00', { zone: 'Asia/Tokyo' }), '2026-07-01T05:00Z');
  });

  test('what is no time is told', () => {
    for (const text of [
      'soon',
      '14',
      '2026-13-01',
      '2026-02-30 10:00',
      '31/12/2026',
      '25:00',
      '2026-12-31 14:61',
      '13:00 pm',
      'x 14:00',
      '2026-12-00',
      '2026-00-10',
      '0/0/2026',
      '1969-12-31',
      '2026-12',
    ])
      assert.equal(read(text), 'time', text);
  });

  test('where the clock is put forward an hour is missing, and where it is put back the first of two is meant', () => {
    assert.equal(read('2026-03-08 02:30'), 'noSuchTime');
    assert.equal(read('2026-03-08 03:00'), '2026-03-08T07:00Z');
    assert.equal(read('2026-11-01 01:30'), '2026-11-01T05:30Z');
  });

  test('every time that a clock shows is found again', () => {
    const zones = [NEW_YORK, 'Europe/Berlin', 'Asia/Kathmandu', 'Pacific/Apia', 'Australia/Lord_Howe', 'UTC'];
    fc.assert(
      fc.property(fc.constantFrom(...zones), fc.integer({ min: 200_000, max: 2e9 }), (zone, seconds) => {
        const at = seconds * 1000;
        const clock = clockOf(zone);
        const wall = new Date(clock(at)).toISOString().slice(0, 19);
        const found = readTime(wall, context(zone), false);
        assert.ok('at' in found, wall);
        assert.equal(clock(found.at), clock(at));
        assert.ok(found.at === at || Math.abs(found.at - at) <= 2 * 3_600_000);
      }),
    );
  });
});

const fields = [
  { key: 'gate', name: 'Gate code', type: 'single_line_text_field', asArray: false },
  { key: 'floors', name: 'Floors', type: 'integer', asArray: true },
  { key: 'fragile', name: 'Fragile', type: 'boolean', asArray: false },
  { key: 'level', name: 'Level', type: 'integer', asArray: false },
  { key: 'heights', name: 'Heights', type: 'decimal', asArray: true },
  { key: 'labels', name: 'Labels', type: 'single_line_text_field', asArray: true },
];

test('columns are guessed by their headings, in two languages, as they were chosen before, and none twice', () => {
  const guess = (headings: string[], remembered = {}) => guessMeanings(headings, remembered, fields);
  assert.deepEqual(guess(['Recipient', 'Phone Number', 'ZIP-Code', 'Not before', 'Gate Code', 'Whatever', 'State']), [
    ...['name', 'phone', 'postalCode', 'completeAfter', 'field:gate', '', ''],
  ]);
  assert.deepEqual(guess(['Empfänger', 'Straße', 'Hausnummer', 'PLZ', 'Spätestens', 'Fahrer']), [
    ...['name', 'street', 'number', 'postalCode', 'completeBefore', 'worker'],
  ]);
  assert.deepEqual(guess(['Name', 'Customer']), ['name', '']);
  assert.deepEqual(guess(['Whatever', 'Phone', 'Old'], { whatever: 'notes', phone: '', old: 'field:gone' }), [
    ...['notes', '', ''],
  ]);
  // Of equal headings each has a meaning of its own.
  const twice = ['Notes', 'Notes', 'notes'];
  assert.deepEqual(headingKeys(twice), ['notes', 'notes#2', 'notes#3']);
  assert.deepEqual(guess(twice), ['notes', '', '']);
  assert.deepEqual(guess(twice, { notes: '', 'notes#2': 'placeNotes', 'notes#3': 'notes' }), [
    '',
    'placeNotes',
    'notes',
  ]);
});

describe('a line becomes a task, or says what is wrong about it', () => {
  const whole: CsvImportContext = {
    ...context(),
    workers: [
      { id: 'w1', name: 'Dóra Driver', phone: '+14155550100' },
      { id: 'w2', name: 'Sam', phone: '+14155550101' },
      { id: 'w3', name: 'Sam', phone: '+14155550102' },
    ],
    teams: [{ id: 't1', name: 'North' }],
    country: 'US',
    fields,
  };
  const read = (cells: Partial<Record<Meaning, string>>) =>
    new LineReader(Object.keys(cells) as Meaning[], whole).read(Object.values(cells) as string[]);
  const problemsOf = (cells: Partial<Record<Meaning, string>>) =>
    read({ address: '1 Market Street, San Francisco', ...cells }).problems.map(({ kind }) => kind);

  test('with everything', () => {
    const { task, problems } = read({
      name: 'Ada',
      phone: "'+1 415 555 0100",
      street: 'Market Street',
      number: '1',
      city: 'San Francisco',
      placeNotes: 'Door 2',
      completeAfter: '2026-12-31 14:00',
      worker: 'dora driver',
      notes: "'=1+2",
      quantity: '1,5',
      pickup: 'Ja',
      order: 'A-1',
      'field:gate': '12',
      'field:floors': '1; 2',
      'field:fragile': 'no',
    });
    assert.deepEqual(problems, []);
    assert.deepEqual(task, {
      destination: {
        address: { country: 'US', street: 'Market Street', number: '1', city: 'San Francisco' },
        notes: 'Door 2',
      },
      recipients: [{ name: 'Ada', phone: '+1 415 555 0100' }],
      completeAfter: Date.UTC(2026, 11, 31, 19),
      notes: '=1+2',
      orderShortId: 'A-1',
      pickupTask: true,
      quantity: 1.5,
      container: { type: 'WORKER', worker: 'w1' },
      customFields: [
        { key: 'floors', value: [1, 2] },
        { key: 'fragile', value: false },
        { key: 'gate', value: '12' },
      ],
    });
  });

  test('a field of the organization may be negative and have several values, with what stands between them', () => {
    const value = (field: string, text: string) => {
      const { task, problems } = read({ [`field:${field}`]: text, position: '37.78, -122.4' });
      assert.deepEqual(problems, []);
      return (task.customFields as { value: unknown }[])[0]!.value;
    };
    assert.equal(value('level', '-2'), -2);
    assert.deepEqual(value('floors', '-1, 2'), [-1, 2]);
    assert.deepEqual(value('heights', '1,5; -2,5'), [1.5, -2.5]);
    assert.deepEqual(value('heights', '1,5|2'), [1.5, 2]);
    assert.deepEqual(value('labels', 'left, top | right; low'), ['left, top', 'right; low']);
    assert.deepEqual(value('labels', 'one\ntwo | three\n'), ['one', 'two | three']);
    assert.deepEqual(read({ quantity: '-1', position: '37.78, -122.4' }).problems, [{ kind: 'number', text: '-1' }]);
  });

  test('an address in one line is looked up, a position is taken', () => {
    assert.deepEqual(read({ address: 'Market Street 1', city: 'San Francisco' }).task.destination, {
      address: { unparsed: 'Market Street 1, San Francisco' },
    });
    assert.deepEqual(
      read({ address: 'Market Street', number: '5', apartment: '4B', city: 'San Francisco' }).task.destination,
      { address: { unparsed: 'Market Street 5, San Francisco', apartment: '4B' } },
    );
    for (const cells of [
      { position: '37.78, -122.4' },
      { position: '37,78; -122,4' },
      { latitude: '37.78', longitude: '-122.4' },
    ])
      assert.deepEqual(read({ address: 'Market Street 1', city: 'San Francisco', ...cells }).task.destination, {
        address: { country: 'US', street: 'Market Street 1', city: 'San Francisco' },
        location: [-122.4, 37.78],
      });
  });

  test('whom it names is found by name, phone or ID', () => {
    for (const worker of ['Dóra Driver', 'DORA  DRIVER', '+1 (415) 555-0100', 'w1'])
      assert.deepEqual(read({ address: 'x', worker }).task.container, { type: 'WORKER', worker: 'w1' }, worker);
    assert.deepEqual(read({ address: 'x', team: 'north' }).task.container, { type: 'TEAM', team: 't1' });
    assert.deepEqual(problemsOf({ worker: 'Nobody' }), ['worker']);
    assert.deepEqual(problemsOf({ worker: 'Sam' }), ['workers']);
    assert.deepEqual(problemsOf({ team: 'South' }), ['team']);
    assert.deepEqual(problemsOf({ team: 'North', worker: 'w1' }), ['both']);
  });

  test('what is not filled in is not in the task, and zero is a number', () => {
    const { task, problems } = read({
      address: 'x',
      name: 'Ada',
      phone: '1',
      quantity: '0',
      notes: '',
      'field:gate': '',
    });
    assert.deepEqual(problems, []);
    assert.deepEqual(Object.keys(task).sort(), ['destination', 'quantity', 'recipients']);
    assert.deepEqual(task.recipients, [{ name: 'Ada', phone: '1' }]);
    assert.equal(task.quantity, 0);
  });

  test('a day alone begins a window and ends it; one moment is a window too', () => {
    const { task } = read({ address: 'x', completeAfter: '2026-12-31', completeBefore: '2026-12-31' });
    assert.deepEqual(
      [task.completeAfter, task.completeBefore],
      [Date.UTC(2026, 11, 31, 5), Date.UTC(2027, 0, 1, 4, 59)],
    );
    assert.deepEqual(problemsOf({ completeAfter: '2026-12-31 14:00', completeBefore: '2026-12-31 14:00' }), []);
  });

  test('a position at the ends of the earth is one, and beyond them, or with one number, is none', () => {
    for (const position of ['90, 180', '-90, -180']) assert.deepEqual(problemsOf({ position }), [], position);
    for (const position of ['90.1, 0', '0, 180.1', '-90.1, 0', '0, -180.1', '10', '1, 2, 3', 'x, 1', '1, x'])
      assert.deepEqual(problemsOf({ position }), ['position'], position);
    assert.deepEqual(problemsOf({ latitude: '10' }), ['position']);
  });

  test('each thing that is wrong is told', () => {
    assert.deepEqual(
      read({ name: 'Ada', phone: '1' }).problems.map(({ kind }) => kind),
      ['noPlace'],
    );
    assert.deepEqual(problemsOf({ name: 'Ada' }), ['phone']);
    assert.deepEqual(problemsOf({ phone: '+14155550100' }), ['name']);
    assert.deepEqual(problemsOf({ completeAfter: 'soon', quantity: 'many', pickup: 'perhaps' }), [
      'time',
      'number',
      'yesNo',
    ]);
    assert.deepEqual(problemsOf({ completeAfter: '2026-03-08 02:30' }), ['noSuchTime']);
    assert.deepEqual(problemsOf({ completeAfter: '2026-12-31 14:00', completeBefore: '2026-12-31 13:00' }), ['order']);
    assert.deepEqual(problemsOf({ position: 'here' }), ['position']);
    assert.deepEqual(problemsOf({ position: '91, 0' }), ['position']);
    assert.deepEqual(problemsOf({ 'field:floors': '1, two' }), ['number']);
  });
});
