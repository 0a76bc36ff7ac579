import assert from 'node:assert/strict'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Obligation, PortStatus, Replayed } from '@portico/contract/boundary'
import { type Database, openDatabase } from '../../store/db.ts'
import { type EmbeddedPostgres, startEmbedded } from '../../store/embedded.ts'
import { type Commands, openCommands } from '../commands.ts'
import { folderWithDatabase } from '../process.ts'

const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`
const reference = { env: 'STATUS_SECRET' }
const upstream = { adapter: 'http', url: 'http://127.0.0.1:9/upstream', secret: reference }

describe('the commands about the ports', () => {
  let folder: Awaited<ReturnType<typeof folderWithDatabase>>
  let database: EmbeddedPostgres
  let db: Database
  let env: Record<string, string>
  let commands: Commands

  before(async () => {
    commands = openCommands()
    folder = await folderWithDatabase()
    database = await startEmbedded(join(folder.path, 'database'))
    db = openDatabase({ url: database.url, size: 1 })
    const config = join(folder.path, 'portico.config.json')
    await writeFile(config, JSON.stringify({ ports: { 'case-status': { registry: upstream } } }))
    env = { PORTICO_DATA: folder.path, PORTICO_CONFIG: config, STATUS_SECRET: secret }
    // Nothing is bound yet, so that nothing is owed.
    const made = await run(['synth', '--cases', '2', '--pages', '2'], { PORTICO_CONFIG: '' })
    assert.equal(made.code, 0, made.stderr)
  })
  after(async () => {
    await commands.close()
    await db.close()
    await database.stop()
    await folder.remove()
  })

  const run = (args: string[], more: Record<string, string> = {}) => commands.run(args, { ...env, ...more })
  const json = async (...args: string[]) => {
    const { code, stdout, stderr } = await run([...args, '--json'])
    assert.equal(code, 0, stderr)
    return JSON.parse(stdout)
  }
  /** The newest first. */
  const ledger = () =>
    db.rows<{ id: string; case_id: string; status: string }>(
      `select id, case_id, status from obligations order by number desc`,
    )

  it('lists each port with its binding and how that stands', async () => {
    const { ports } = (await json('ports')) as { ports: PortStatus[] }
    assert.equal(ports.length, 10)
    const bound = ports.find(({ name }) => name === 'case-status')
    assert.deepEqual(bound?.bindings, [
      { name: 'registry', adapter: 'http', isBaseline: false, health: 'unknown', waiting: 0, failed: 0 },
    ])
    const { stdout } = await run(['ports'])
    assert.match(
      stdout,
      /^case-status +bound\n {2}registry \(http\): unknown, 0 waiting, 0 failed, no success yet$/m,
    )
    assert.match(stdout, /^conferencing +baseline$/m)
    assert.match(stdout, /^output +baseline: ./m)
  })

  it('replays a range of events to one binding, and says before what would be sent', async () => {
    const replay = ['deliveries', 'replay', '--binding', 'case-status/registry']
    const planned: Replayed = await json(...replay, '--dry-run')
    const { deliveries, events } = planned
    assert.ok(planned.isDryRun && deliveries > 2, JSON.stringify(planned))
    assert.deepEqual(await ledger(), [])
    const [first] = await db.rows<{ position: number }>(`select min(position)::int as position from events`)
    const upTo = String(first?.position)
    assert.equal((await json(...replay, '--to', upTo)).deliveries, 1)
    const { stdout } = await run([...replay, '--dry-run'])
    assert.match(
      stdout,
      new RegExp(
        `^${deliveries - 1} deliveries would be sent \\(.*\\), by ${events} events; 1 stay as they are, 0 stay dropped\\.\n$`,
      ),
    )
    const renewed: Replayed = await json(...replay, '--new-keys', '--from', upTo)
    assert.deepEqual([renewed.deliveries, renewed.unchanged], [deliveries - 1, 1], 'what waits is sent once')
    assert.equal((await ledger()).length, deliveries)
  })

  it('lists deliveries by port, binding, case, status and time, page by page', async () => {
    const [newest, ...others] = await ledger()
    const [{ id = '', case_id: caseId = '' } = {}] = [newest]
    const first = await json('deliveries', '--limit', '1', '--status', 'waiting', 'failed')
    assert.deepEqual(
      first.deliveries.map((one: Obligation) => one.id),
      [id],
    )
    const of = ['--case', caseId, '--port', 'case-status', '--binding', 'registry', '--from', '2020-01-01']
    const rest = await json('deliveries', ...of, '--after', first.next)
    assert.deepEqual(
      rest.deliveries.map((one: Obligation) => one.id),
      others.filter((one) => one.case_id === caseId).map((one) => one.id),
    )
    const { stdout } = await run(['deliveries', '--limit', '1'])
    assert.match(stdout, new RegExp(`^${id} .* case-status/registry announce.* waiting {2}0 attempts`))
    assert.match(stdout, /^There are more: --after \d+$/m)
  })

  it('redrives and drops dead letters, one by one or all that fit, and leaves a trace on the case', async () => {
    // As if the other side had refused all of them.
    await db.rows(
      `update obligations set status = 'failed', attempts = 3, error_code = 'refused', error = 'No.'`,
    )
    const [one, ...others] = (await ledger()).map(({ id }) => id)
    const again = await run(['deliveries', 'redrive', one ?? '', 'none', '--reason', 'The registry is back.'])
    assert.equal(again.code, 1)
    assert.match(again.stdout, new RegExp(`^${one} .* waiting {2}`))
    assert.equal(again.stderr, 'portico: none: There is no such delivery.\n')
    const dropped = await json('deliveries', 'drop', '--port', 'case-status', '--reason', 'A trial.')
    assert.deepEqual(dropped, { changed: others.length, refused: 0 })
    assert.deepEqual(
      (await ledger()).map(({ status }) => status),
      ['waiting', ...others.map(() => 'dropped')],
    )
    const events = await db.rows<{ type: string; actor: string; why: string }>(
      `select type, actor->>'name' as actor, data->>'why' as why from events
       where type in ('delivery.redriven', 'delivery.dropped') order by position`,
    )
    const actor = 'portico deliveries'
    assert.deepEqual(events, [
      { type: 'delivery.redriven', actor, why: 'The registry is back.' },
      ...others.map(() => ({ type: 'delivery.dropped', actor, why: 'A trial.' })),
    ])
  })

  it('takes bad input for what it is, in one sentence', async () => {
    const cases: [args: string, code: number, sentence: RegExp][] = [
      ['deliveries redrive', 2, /name deliveries, or say which by --port/],
      ['deliveries drop obl_1', 2, /required option '--reason <text>' not specified/],
      ['deliveries --status lost', 2, /'lost' is invalid.*Allowed choices are waiting, /],
      ['deliveries --from yesterday', 2, /It must be a date or a time, like 2026-11-15/],
      ['deliveries replay --binding output', 2, /It must be a port and the name of its binding/],
      ['deliveries replay --binding outptu/main', 1, /There is no such port/],
      ['deliveries replay --binding output/none', 1, /The port output has no binding none/],
      ['deliveries somewhere', 2, /too many arguments|unknown command/],
    ]
    for (const [args, code, sentence] of cases) {
      const ended = await run(args.split(' '))
      assert.equal(ended.code, code, `${args}: ${ended.stderr}`)
      assert.match(ended.stderr, /^portico: [^\n]+\n$/, args)
      assert.match(ended.stderr, sentence, args)
    }
  })

  it('a fault of the configuration is one sentence that names the place, and exit code 3', async () => {
    const path = join(folder.path, 'secret')
    await writeFile(path, secret)
    await chmod(path, 0o644)
    const place = /^portico: portico\.config\.(ts|json), ports\.case-status/
    const given = (binding: object) => ({
      'portico.config.json': JSON.stringify({ ports: { 'case-status': binding } }),
    })
    const faults: [files: Record<string, string>, sentence: RegExp][] = [
      [
        { 'portico.config.json': '{}', 'portico.config.ts': '' },
        /^portico: There are both portico\.config\.ts/,
      ],
      [{ 'portico.config.json': '{"ports":\n}' }, /^portico: portico\.config\.json, line 2 is not JSON/],
      [
        { 'portico.config.ts': 'export default {' },
        /^portico: portico\.config\.ts, line 1, cannot be loaded: /,
      ],
      [
        { 'portico.config.ts': `import 'no-such-package'` },
        /needs the package no-such-package, .*npm install/,
      ],
      [{ 'portico.config.json': '{"ports":{"outptu":{}}}' }, /ports\.outptu: .* Did you mean output\?/],
      [given({ ...upstream, adapter: 'htp' }), /\.adapter: .* Did you mean http\?/],
      [given({ ...upstream, ulr: 'x' }), /unknown option: ulr\. Did you mean url/],
      [given({ ...upstream, secret: { env: 'NOT_SET' } }), /environment variable NOT_SET, which is not set/],
      [given({ ...upstream, secret: { file: path } }), /which others can read/],
    ]
    const settings = { ...env, PORTICO_CONFIG: '', PORT: '0' }
    for (const [index, [files, sentence]] of faults.entries()) {
      const from = join(folder.path, `fault-${index}`)
      await mkdir(from)
      for (const [name, text] of Object.entries(files)) await writeFile(join(from, name), text)
      const { code, stderr, stdout } = await commands.run(['serve'], settings, from)
      assert.equal(code, 3, `${sentence}: ${stdout}${stderr}`)
      assert.match(stderr, /^portico: [^\n]+\n$/, String(sentence))
      assert.match(stderr, sentence)
      if (files['portico.config.json']?.includes('case-status')) assert.match(stderr, place)
    }
  })
})
