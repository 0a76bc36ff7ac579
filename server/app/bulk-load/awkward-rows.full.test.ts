import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { allProjections } from '../../projections/all.ts'
import { batch } from '../../projections/projection.ts'
import { alice } from '../../test/given.ts'
import {
  bulkLoadOn,
  caseRow,
  documentRow,
  header,
  type Loading,
  manifestOf,
  openLoading,
} from '../../test/loading.ts'
import { testPdf } from '../../test/test-pdf.ts'
import { longestLine } from './manifest-lines.ts'

/** A row, and what must be said of it; undefined where it is loaded. */
type Expectation = [row: object | string | Buffer, sentence: RegExp | undefined]

describe('an awkward row fails alone, with a sentence', () => {
  let loading: Loading
  let pdf: Buffer
  before(async () => {
    loading = await openLoading()
    pdf = await testPdf(['one', 'two'])
  })
  after(() => loading.close())

  const bytesOf = (row: object | string | Buffer) =>
    Buffer.isBuffer(row) ? row : Buffer.from(typeof row === 'string' ? row : JSON.stringify(row))

  async function check(
    expectations: Expectation[],
    files: Record<string, Buffer> = {},
    more?: (path: string) => Promise<void>,
  ) {
    const lines = [bytesOf(header), ...expectations.map(([row]) => bytesOf(row))]
    const manifest = Buffer.concat(lines.flatMap((line) => [line, Buffer.from('\n')]))
    const path = await loading.folderOf({ 'manifest.ndjson': manifest, ...files })
    await more?.(path)
    const { errors, rows, status } = await loading.load(path)
    assert.equal(status, 'done')
    for (const [index, [row, sentence]] of expectations.entries()) {
      const error = errors.find(({ line }) => line === index + 2)
      const shown = bytesOf(row).subarray(0, 200).toString()
      if (sentence) assert.match(error?.error ?? '(loaded)', sentence, shown)
      else assert.equal(error, undefined, shown)
    }
    assert.equal(rows.failed, expectations.filter(([, sentence]) => sentence).length)
    return { errors, rows }
  }

  it('by its JSON', async () => {
    await check([
      ['{"type": "case", ', /not valid JSON/],
      ['[1, 2]', /not a JSON object/],
      ['null', /not a JSON object/],
      [{ kind: 'case' }, /type must be one of case, party, issue/],
      [{ type: 'CASE' }, /type must be one of/],
      [{ type: '__proto__' }, /type must be one of/],
      [header, /only allowed on the first line/],
      [caseRow('json-1', { colour: 'red' }), /unknown field: colour/],
      [
        caseRow('json-2', { veteran: { firstName: 'A', lastName: 'B', title: 'Dr' } }),
        /unknown field: title/,
      ],
      [caseRow('json-3', { docketNumber: undefined }), /must have docketNumber/],
      [caseRow('json-4', { docketNumber: 7 }), /docketNumber must be a string/],
      [caseRow(''), /externalId must have at least 1 character/],
      [caseRow('x'.repeat(201)), /externalId must have at most 200/],
      [caseRow('json-5', { source: '' }), /source must have at least 1 character/],
      ['{"type":"case","externalId":"json-6\\u0000"}', /a NUL character or an unpaired surrogate/],
      ['{"type":"case","externalId":"json-7\\ud800"}', /a NUL character or an unpaired surrogate/],
      [
        `{"type":"case","externalId":"json-8","receiptDate":${'['.repeat(5000)}${']'.repeat(5000)}}`,
        /receiptDate must be|must have/,
      ],
      [caseRow('json-9'), undefined],
    ])
  })

  it('by its bytes', async () => {
    const { rows } = await check([
      [Buffer.concat([bytesOf(caseRow('bytes-1')), Buffer.from([0xff, 0xfe])]), /not valid UTF-8/],
      [Buffer.from('{"type":"case","externalId":"caf\xe9"}', 'latin1'), /not valid UTF-8/],
      [caseRow('bytes-2', { docketNumber: 'x'.repeat(longestLine) }), /more than 1,048,576 bytes/],
      [Buffer.alloc(3 * longestLine, 'x'), /more than 1,048,576 bytes/],
      [Buffer.concat([bytesOf(caseRow('bytes-3')), Buffer.from('\r')]), undefined],
      ['', undefined],
      ['   \t\r', undefined],
      [caseRow('bytes-4', { veteran: { firstName: 'Zoë', lastName: '😀' } }), undefined],
    ])
    assert.equal(rows.loaded, 2)
  })

  it('by its dates', async () => {
    const event = { type: 'event', externalId: 'dates', case: 'dates', what: 'x' }
    const future = new Date(Date.now() + 3_600_000).toISOString()
    await check([
      [caseRow('dates'), undefined],
      [caseRow('dates-1', { receiptDate: '2021-02-29' }), /receiptDate must be a real date/],
      [caseRow('dates-2', { receiptDate: '01/02/2020' }), /receiptDate must be a real date/],
      [caseRow('dates-3', { receiptDate: '0000-01-01' }), /receiptDate is not a valid date or time/],
      [caseRow('dates-4', { openedAt: '2020-01-01' }), /openedAt must be a date-time/],
      [caseRow('dates-5', { openedAt: '2020-01-01T10:00:00' }), /openedAt must be a date-time/],
      [caseRow('dates-6', { openedAt: '2016-12-31T23:59:60Z' }), /openedAt is not a valid date or time/],
      [caseRow('dates-7', { openedAt: future }), /is in the future/],
      [{ ...event, at: future }, /is in the future/],
      [event, /must have at/],
      [
        {
          type: 'session',
          externalId: 'dates',
          case: 'dates',
          kind: 'video',
          status: 'held',
          slot: { startsAt: '2021-02-01T15:00:00Z', minutes: 60, timeZone: 'Mars/Base' },
        },
        /timeZone must be a time zone such as/,
      ],
      [{ ...event, at: '2020-01-01T12:00:00+02:00' }, undefined],
      [{ ...event, externalId: 'old', at: '1944-06-06T06:30:00Z' }, undefined],
    ])
    const [old] = await loading.db.rows<{ at: Date; id: string; entry: string }>(
      `select at, id, data->>'entryId' as entry from events where data->'alias'->>'externalId' = 'old'`,
    )
    assert.equal(old?.at.toISOString(), '1944-06-06T06:30:00.000Z')
    assert.match(`${old.id} ${old.entry}`, /^evt_[0-9a-z]{26} hist_[0-9a-z]{26}$/)
    const [row] = await loading.db.rows<{ at: Date }>(
      `select at from events where type = 'case.historyRecorded' and at > '2000-01-01'`,
    )
    assert.equal(row?.at.toISOString(), '2020-01-01T10:00:00.000Z')
  })

  it('by what it refers to', async () => {
    const person = { firstName: 'A', lastName: 'B' }
    const party = { type: 'party', role: 'appellant', person }
    await check([
      [caseRow('refs'), undefined],
      [caseRow('refs'), /is in this manifest twice: first on line 2/],
      [caseRow('refs-bad', { receiptDate: 'never' }), /real date/],
      [{ ...party, externalId: 'r1', case: 'refs-bad' }, /Its case refs-bad of old failed on line 4/],
      [
        { ...party, externalId: 'r2', case: 'nowhere' },
        /no case nowhere of old, neither here nor on an earlier line/,
      ],
      [
        { ...party, externalId: 'r3', case: { source: 'elsewhere', externalId: 'refs' } },
        /no case refs of elsewhere/,
      ],
      [{ ...party, externalId: 'r4', case: 'refs', person: undefined }, /either person or organization/],
      [{ ...party, externalId: 'r5', case: 'refs' }, undefined],
      [{ ...party, externalId: 'r5', case: 'refs' }, /twice.*line 9/],
      [documentRow('r6', 'refs', { file: 'no.pdf' }), /no file "no.pdf"/],
      [{ type: 'tag', document: 'r6', text: 'x' }, /Its document r6 of old failed on line 11/],
      [{ type: 'annotation', externalId: 'r7', document: 'refs', page: 1 }, /no document refs of old/],
    ])
  })

  it('by what it refers to, also batches later', async () => {
    const filler = Array.from(
      { length: 2500 },
      (_, index): Expectation => [caseRow(`later-${index}`), undefined],
    )
    await check([
      [caseRow('later-bad', { receiptDate: 'never' }), /real date/],
      ...filler,
      [caseRow('later-0'), /is in this manifest twice: first on line 3/],
      [{ type: 'issue', externalId: 'later', case: 'later-bad', issueType: 'x' }, /failed on line 2/],
      [{ type: 'issue', externalId: 'later', case: 'later-2', issueType: 'x' }, undefined],
    ])
  })

  it('by its file', async () => {
    const sha256 = createHash('sha256').update(pdf).digest('hex')
    const outside = join(loading.folder, 'outside.pdf')
    await writeFile(outside, pdf)
    const document = (externalId: string, given: object) => documentRow(externalId, 'files', given)
    await check(
      [
        [caseRow('files'), undefined],
        [document('f1', { file: '../outside.pdf' }), /not a path inside the folder/],
        [document('f2', { file: 'sub/../../outside.pdf' }), /not a path inside the folder/],
        [document('f3', { file: outside }), /not a path inside the folder/],
        [document('f4', { file: 'C:\\file.pdf' }), /not a path inside the folder/],
        [document('f5', { file: 'a\\..\\b.pdf' }), /not a path inside the folder/],
        [document('f6', { file: './good.pdf' }), /not a path inside the folder/],
        [document('f7', { file: 'leads-out.pdf' }), /a link that leads out of the folder/],
        [document('f8', { file: 'folder-out/outside.pdf' }), /a link that leads out of the folder/],
        [document('f9', { file: 'loop.pdf' }), /cannot be read \(ELOOP\)/],
        [document('f10', { file: 'sub' }), /is not a file/],
        [document('f11', { file: 'good.pdf/inside' }), /no file/],
        [document('f12', { file: `${'long/'.repeat(50)}${'x'.repeat(300)}.pdf` }), /cannot be read|no file/],
        [document('f13', {}), /needs a file, or the sha256/],
        [document('f14', { sha256: 'a'.repeat(64) }), /No file on an earlier line has the hash/],
        [document('f15', { sha256: 'xyz' }), /sha256 must be written like [0-9a-f]{64}/],
        [document('f16', { file: 'good.pdf', sha256: 'a'.repeat(64) }), /do not hash to the sha256/],
        [
          document('f17', { file: 'good.pdf', firstPage: 2, pageCount: 2 }),
          /Pages 2 to 3 are not in the file: it has 2/,
        ],
        [document('f18', { file: 'good.pdf', firstPage: 3 }), /are not in the file: it has 2/],
        [document('f19', { file: 'noise.pdf', firstPage: 1 }), /cannot be read .*no part/],
        [document('f20', { file: 'good.pdf', sha256 }), undefined],
        [document('f21', { sha256, firstPage: 2 }), undefined],
        [document('f22', { file: 'leads-in.pdf' }), undefined],
        [document('f23', { file: 'noise.pdf' }), undefined],
        [document('f24', { file: 'sub/empty.pdf' }), /"sub\/empty.pdf" is not accepted/],
        [document('f25', { file: 'program.pdf' }), /is not accepted/],
        [document('f26', { file: 'letter.txt' }), undefined],
        [{ type: 'tag', document: 'f23', text: 'cannot be read, can be tagged' }, undefined],
      ],
      {
        'good.pdf': pdf,
        'noise.pdf': Buffer.from('%PDF-1.7 noise'),
        'sub/empty.pdf': Buffer.alloc(0),
        'program.pdf': Buffer.concat([Buffer.from('\x7fELF'), Buffer.alloc(100, 1)]),
        'letter.txt': Buffer.from('A letter in plain text.'),
      },
      async (path) => {
        await symlink(outside, join(path, 'leads-out.pdf'))
        await symlink(loading.folder, join(path, 'folder-out'))
        await symlink('good.pdf', join(path, 'leads-in.pdf'))
        await symlink('loop.pdf', join(path, 'loop.pdf'))
      },
    )
    const unreadable = await loading.db.rows(
      `select data->'content'->>'pageCount' as pages, data->>'unreadable' is not null as told from events
       where type = 'document.filed' and data->'alias'->>'externalId' in ('f23', 'f26')
       order by 2 desc`,
    )
    assert.deepEqual(unreadable, [
      { pages: '1', told: true },
      { pages: '1', told: false },
    ])
  })

  it('by its annotation', async () => {
    const document = documentRow('ann-doc', 'ann', { file: 'good.pdf' })
    const annotation = (externalId: string, given: object) => ({
      type: 'annotation',
      externalId,
      document: 'ann-doc',
      page: 1,
      ...given,
    })
    const noise = documentRow('ann-noise', 'ann', { file: 'noise.pdf' })
    await check(
      [
        [caseRow('ann'), undefined],
        [document, undefined],
        [noise, undefined],
        [annotation('a1', { page: 3 }), /no page 3 in the document: it has 2/],
        [annotation('a2', { page: 0 }), /page must be at least 1/],
        [annotation('a3', { x: 0.5 }), /x and y must be given together/],
        [annotation('a4', { x: 1.5, y: 0.5 }), /must be on its page, which is 1 by 1/],
        [
          annotation('a5', { x: 700, y: 10, units: { unit: 'point' } }),
          /must be on its page, which is 612 by 792 points/,
        ],
        [
          annotation('a6', { x: 1, y: 1, units: { unit: 'furlong' } }),
          /units.unit must be one of fraction, point, pixel/,
        ],
        [annotation('a7', { x: 1, y: 1, units: { rotation: 45 } }), /units.rotation must be one of 0, 90/],
        [annotation('a8', { relevantDate: '2021-02-30' }), /relevantDate must be a real date/],
        [annotation('a9', { comment: 'x'.repeat(10_001) }), /comment must have at most 10,000/],
        [annotation('a10', { visibility: 'private' }), /somebody with an account here/],
        [annotation('a11', { visibility: 'team', by: 'nobody' }), /here: nobody has none/],
        [annotation('a12', { page: 3, x: 1, y: 1, units: { unit: 'point' } }), /no page 3/],
        [
          annotation('a13', { document: 'ann-noise', x: 1, y: 1, units: { unit: 'pixel' } }),
          /only be given in fractions/,
        ],
        [annotation('a14', { x: 102, y: 132, units: { unit: 'pixel', dpi: 96 } }), undefined],
        [annotation('a15', { document: 'ann-noise', x: 0.5, y: 0.5 }), undefined],
        [{ type: 'tag', document: 'ann-doc', text: '  ' }, /text must not be blank/],
        [{ type: 'tag', document: 'ann-doc', text: 'x'.repeat(201) }, /at most 200/],
        [{ type: 'tag', document: 'ann-doc', text: 'same' }, undefined],
        [{ type: 'tag', document: 'ann-doc', text: 'same' }, undefined],
      ],
      { 'good.pdf': pdf, 'noise.pdf': Buffer.from('%PDF-1.7 noise') },
    )
    const [placed] = await loading.db.rows<{ x: number; y: number }>(
      `select x, y from annotations where x < 0.2`,
    )
    assert.ok(Math.abs(placed!.x - 0.125) < 1e-9 && Math.abs(placed!.y - 0.125) < 1e-9)
  })

  it('by a value that only the database refuses', async () => {
    const statement = `with ${batch} select 1 / (data->>'docketNumber' <> 'poison')::int from batch`
    const poisoned = { name: 'poisoned', tables: [], types: ['case.opened' as const], statement }
    const { db, blobs, pdf: workers, folder: scratch } = loading
    const projections = [...allProjections, poisoned]
    const bulkLoad = bulkLoadOn(db, { blobs, pdf: workers, scratch, projections })
    const rows = [header, caseRow('fit-1'), caseRow('unfit', { docketNumber: 'poison' }), caseRow('fit-2')]
    const path = await loading.folderOf({ 'manifest.ndjson': rows })
    const { import: begun } = await bulkLoad.openPath(path, { actor: alice, dryRun: false })
    await bulkLoad.run(begun.id)
    const { status, rows: counted, bytes, bytesRead } = await bulkLoad.get(begun.id)
    assert.deepEqual([status, counted, bytesRead], ['done', { loaded: 2, skipped: 0, failed: 1 }, bytes])
    for await (const errors of bulkLoad.errors(begun.id))
      assert.deepEqual(errors, [{ line: 3, error: 'The row has a value that cannot be stored.' }])
  })

  it('without a source of its own or of the first line', async () => {
    const path = await loading.folderOf({
      'manifest.ndjson': [caseRow('sourceless'), caseRow('own', { source: 'own' })],
    })
    const { errors, rows } = await loading.load(path)
    assert.deepEqual([rows.loaded, errors.length], [1, 1])
    assert.match(errors[0]!.error, /needs a source/)
    assert.deepEqual([errors[0]!.line, errors[0]!.type, errors[0]!.externalId], [1, 'case', 'sourceless'])
  })
})

describe('a manifest', () => {
  let loading: Loading
  before(async () => {
    loading = await openLoading()
  })
  after(() => loading.close())
  const load = async (manifest: Buffer | string) =>
    loading.load(await loading.folderOf({ 'manifest.ndjson': manifest }))

  it('with a byte order mark is read like one without', async () => {
    const done = await load(`\ufeff${manifestOf([header, caseRow('marked')])}`)
    assert.deepEqual([done.status, done.rows], ['done', { loaded: 1, skipped: 0, failed: 0 }])
  })

  it('without a newline at its end, or with nothing in it, comes to its end', async () => {
    const done = await load(manifestOf([header, caseRow('unended')]).trimEnd())
    assert.deepEqual([done.status, done.rows.loaded, done.bytesRead], ['done', 1, done.bytes])
    assert.equal((await load('')).status, 'done')
    assert.equal((await load('\n\n\n')).status, 'done')
  })

  it('in UTF-16 fails as a whole, and says so', async () => {
    for (const mark of ['\ufeff', '']) {
      const done = await load(Buffer.from(mark + manifestOf([header, caseRow('wide')]), 'utf16le'))
      assert.equal(done.status, 'failed')
      assert.match(done.error ?? '', /looks like UTF-16/)
    }
  })

  it('of another version fails as a whole', async () => {
    const done = await load(manifestOf([{ ...header, version: 2 }, caseRow('newer')]))
    assert.equal(done.status, 'failed')
    assert.match(done.error ?? '', /Line 1: version must be 1/)
  })

  it('that is not there is told', async () => {
    await assert.rejects(
      loading.load(await loading.folderOf({ 'other.txt': 'x' })),
      /no file "manifest.ndjson"/,
    )
    await assert.rejects(loading.load('/nowhere/at/all'), /nothing at \/nowhere/)
  })
})
