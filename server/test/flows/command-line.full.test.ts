import assert from 'node:assert/strict'
import { lstat, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { type EmbeddedPostgres, startEmbedded } from '../../store/embedded.ts'
import { type Commands, openCommands } from '../commands.ts'
import { dataFolder, folderWithDatabase, servePortico } from '../process.ts'

type Folder = Awaited<ReturnType<typeof dataFolder>>

describe('the command line', () => {
  let folder: Folder
  let database: EmbeddedPostgres
  let env: Record<string, string>
  let commands: Commands
  /** One that the first test has made. */
  let caseId: string
  before(async () => {
    folder = await folderWithDatabase()
    // The commands share it, as beside a service: each would start and stop one otherwise.
    database = await startEmbedded(join(folder.path, 'database'))
    env = { PORTICO_DATA: folder.path, PORTICO_SYNTH_PAGES: '' }
    commands = openCommands()
  })
  after(async () => {
    await commands.close()
    await database.stop()
    await folder.remove()
  })

  const run = (...args: string[]) => commands.run(args, env)
  const json = async (...args: string[]) => {
    const { code, stdout, stderr } = await run(...args, '--json')
    assert.equal(code, 0, stderr)
    return JSON.parse(stdout)
  }

  it('makes synthetic cases, the same ones for the same seed', async () => {
    const first = await json('synth', '--cases', '2', '--pages', '5', '--seed', 'cli')
    assert.equal(first.cases.length, 2)
    const again = await json('synth', '--cases', '2', '--pages', '5', '--seed', 'cli')
    const ids = ({ cases }: { cases: { caseId: string }[] }) => cases.map(({ caseId }) => caseId)
    assert.deepEqual(ids(again), ids(first))
    caseId = ids(first)[0] ?? ''
    assert.ok(again.cases.every(({ isNew }: { isNew: boolean }) => !isNew))
  })

  it('rebuilds and verifies, and says so to a person and to a program', async () => {
    const { events } = await json('rebuild')
    assert.ok(events > 10)
    const verified = await json('verify')
    assert.deepEqual(
      { ...verified, events: 0 },
      { cases: 2, events: 0, faults: [], drafts: { drafts: 0, changes: 0, faults: [] } },
    )
    assert.match((await run('verify')).stdout, /every chain holds/)
    assert.match(
      (await run('verify', '--files')).stdout,
      /every chain holds\.\n2 stored files: all are as received\.\n$/,
    )
    await rename(join(folder.path, 'blobs'), join(folder.path, 'away'))
    const lost = await run('verify', '--files')
    await rm(join(folder.path, 'blobs'), { recursive: true, force: true })
    await rename(join(folder.path, 'away'), join(folder.path, 'blobs'))
    assert.equal(lost.code, 1)
    assert.match(lost.stdout, /^case_\w+ doc_\w+: The file of version 1 is missing \(sha256 [0-9a-f]{64}\)$/m)
    assert.match(lost.stdout, /\n2 stored files: 2 faults\.\n$/)
    assert.match(lost.stderr, /^Files 2\/2$/m)
  })

  it('keeps all that is in the data folder to its own account', async () => {
    const isRoot = process.getuid?.() === 0
    const entries = await readdir(folder.path, { recursive: true, withFileTypes: true })
    assert.ok(entries.length > 10)
    const open = []
    for (const entry of entries) {
      const path = join(entry.parentPath, entry.name)
      // As root the database runs as another account, which passes through its folder.
      const others = isRoot && path === join(folder.path, 'database') ? 0o066 : 0o077
      const { mode } = await lstat(path)
      if ((mode & others) !== 0 && !entry.isSymbolicLink()) open.push(`${path} ${(mode & 0o777).toString(8)}`)
    }
    assert.deepEqual(open, [])
  })

  it('makes the search index of one case anew', async () => {
    assert.deepEqual(await json('reindex', caseId), { pages: 5 })
    const { stderr } = await run('reindex', 'case_none').catch((error: { stderr: string }) => error)
    assert.match(stderr, /portico: There is no case with this id/)
  })

  it('a profile in a file is checked, put in force and shown', async () => {
    const path = join(folder.path, 'profile.json')
    await writeFile(path, JSON.stringify({ label: 'A board', unsortedCategory: 'others' }))
    const { code, stdout } = await run('profile', 'check', path)
    assert.equal(code, 1)
    assert.match(stdout, /^unsortedCategory names the category others, .*; did you mean other\?\n1 fault$/m)
    await writeFile(path, JSON.stringify({ label: 'A board' }))
    const { version } = await json('profile', 'save', path, '--why', 'A test.')
    assert.deepEqual([version.number, version.createdBy, version.why], [2, 'command line', 'A test.'])
    assert.equal(JSON.parse((await run('profile', 'show')).stdout).label, 'A board')
  })

  it('exports a case as PDF and as ZIP', async () => {
    for (const [format, magic] of [
      ['pdf', '%PDF-'],
      ['zip', 'PK'],
    ] as const) {
      const output = join(folder.path, `case.${format}`)
      const { bytes } = await json('export', caseId, '--format', format, '--output', output)
      const written = await readFile(output)
      assert.equal(written.length, bytes)
      assert.ok(written.subarray(0, 5).toString().startsWith(magic))
    }
  })

  it('invites a person with a link that works once on the running service', async () => {
    const running = await servePortico(env)
    const { link } = await json('invite', 'new@example.test', '--role', 'drafter', '--role', 'adjudicator')
    assert.ok(link.startsWith(`${running.url}/workspace/join#`), link)
    const accept = (password: string) =>
      fetch(`${running.url}/auth/invitation`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token: link.split('#')[1], password }),
      })
    assert.equal((await accept('a password of my own')).status, 201)
    assert.equal((await accept('a password of another')).status, 404)
    running.child.kill('SIGTERM')
    assert.equal((await running.ended).code, 0)
    const elsewhere = await commands.run(['invite', 'other@example.test', '--role', 'drafter', '--json'], {
      ...env,
      PORTICO_BASE_URL: 'https://portico.example.test',
    })
    assert.match(JSON.parse(elsewhere.stdout).link, /^https:\/\/portico\.example\.test\/workspace\/join#/)
  })

  it('manages who may act here', async () => {
    await json('invite', 'ada@example.test', '--username', 'ada', '--role', 'drafter')
    await json(
      'invite',
      'box@example.test',
      '--username',
      'box',
      '--role',
      'integration',
      '--kind',
      'integration',
    )
    assert.match((await run('members')).stdout, /^box {2}integration {2}\(integration\)$/m)
    const robot = await run('invite', 'r@example.test', '--role', 'integration', '--kind', 'robot')
    assert.deepEqual([robot.code, robot.stderr.split('\n').length], [2, 2], robot.stderr)
    assert.match((await json('invite', 'ada@example.test', '--again')).link, /\/workspace\/join#.{20,}/)
    assert.equal((await json('roles', 'ada', '--role', 'adjudicator')).roles[0], 'adjudicator')
    assert.equal((await json('clearance', 'ada', '--level', '6')).clearance, 6)
    assert.deepEqual((await json('teams', 'ada', '--team', 'drafters', 'hearings')).teams, [
      'drafters',
      'hearings',
    ])
    assert.equal((await json('deactivate', 'ada')).active, false)
    const { members } = await json('members')
    const { id: _, ...ada } = members.find(({ username }: { username: string }) => username === 'ada')
    const known = { username: 'ada', email: 'ada@example.test', displayName: 'ada', kind: 'person' }
    assert.deepEqual(ada, {
      ...known,
      roles: ['adjudicator'],
      teams: ['drafters', 'hearings'],
      clearance: 6,
      active: false,
    })
    const shut = await run('invite', 'ada', '--again')
    assert.equal(shut.code, 1)
    assert.match(shut.stderr, /^portico: There is no active account with this name\.$/m)
    assert.equal((await json('reactivate', 'ada')).active, true)
    assert.equal((await run('deactivate', 'nobody')).code, 1)
    assert.match((await run('members')).stdout, /^ada +adjudicator +in drafters, hearings$/m)
    assert.deepEqual(await json('passkeys', 'ada'), { passkeys: [] })
    const lost = await run('passkeys', 'ada', '--remove', 'passkey_none')
    assert.equal(lost.code, 1)
    assert.match(lost.stderr, /^portico: There is no such passkey\.$/m)
    const { changes } = await json('member-changes')
    const ofAda = changes.filter(({ username }: { username: string }) => username === 'ada')
    const kinds = ['added', 'invitedAgain', 'roles', 'clearance', 'teams', 'deactivated', 'reactivated']
    assert.deepEqual(
      ofAda.map(({ change }: { change: { kind: string } }) => change.kind),
      kinds,
    )
    const first = (await json('keys', 'replace')).keyId
    assert.notEqual((await json('keys', 'replace')).keyId, first)
  })

  it('purges no case before its time, and says which are due', async () => {
    assert.deepEqual(await json('purge', '--dry-run'), { cases: [] })
    assert.deepEqual(await json('purge', '--due'), { tombstones: [] })
    const open = await run('purge', caseId, '--order', 'Order 12 of the county court.')
    assert.equal(open.code, 1)
    assert.match(open.stderr, /^portico: The case is not closed: only a closed case can be purged\.$/m)
    assert.equal((await run('purge')).code, 2)
  })

  it('fails with a code and a sentence that mean something', async () => {
    const unknown = await run('export', 'case_none')
    assert.equal(unknown.code, 1)
    assert.match(unknown.stderr, /^portico: There is no case with this id\.$/m)
    const usage = await run('invite', '--role', 'drafter')
    assert.equal(usage.code, 2)
    assert.match(usage.stderr, /missing required argument/)
    const king = await run('invite', 'a@b.test', '--role', 'king')
    assert.equal(king.code, 1)
    assert.match(king.stderr, /^portico: There is no role king: it must be one of drafter, /m)
    assert.match((await run('invite', 'a@b.test')).stderr, /^portico: required option '--role/)
    assert.equal((await run('invite', 'a@b.test', '--again', '--role', 'drafter')).code, 2)
    const many = await run('synth', '--cases', 'many')
    assert.equal(many.code, 2)
    assert.match(many.stderr, /must be a positive integer/)
    assert.equal((await run('nonsense')).code, 2)
    const { stdout: version } = await run('--version')
    assert.match(version, /^\d+\.\d+\.\d+\n$/)
    const people = [
      'invite',
      'members',
      'roles',
      'teams',
      'clearance',
      'deactivate',
      'passkeys',
      'member-changes',
      'keys replace',
    ]
    const others = [
      'ports',
      'deliveries',
      'deliveries replay',
      'synth',
      'rebuild',
      'reindex',
      'verify',
      'export',
      'purge',
      'jobs',
      'schema',
      'reset',
    ]
    const commands = ['serve', ...people, ...others]
    const helps = await Promise.all(commands.map((command) => run(...command.split(' '), '--help')))
    for (const [index, { code, stdout }] of helps.entries()) {
      assert.equal(code, 0)
      assert.match(stdout, new RegExp(`Usage: portico ${commands[index]}`))
      assert.match(stdout, /--json/)
    }
  })
})

describe('commands without a service', () => {
  let folder: Folder
  let commands: Commands
  before(async () => {
    folder = await dataFolder()
    commands = openCommands()
  })
  after(async () => {
    await commands.close()
    await folder.remove()
  })

  const run = (args: string[], env: Record<string, string> = {}) =>
    commands.run(args, { PORTICO_DATA: join(folder.path, 'none'), ...env })

  it('make no data folder, and say what to set', async () => {
    for (const command of ['members', 'verify', 'rebuild', 'keys replace', 'reset --yes']) {
      const { code, stderr } = await run(command.split(' '))
      assert.match(stderr, /^portico: There is no service in .*none: set PORTICO_DATA to .*\n$/)
      assert.equal(code, command.startsWith('reset') ? 1 : 3)
    }
    const nothing = await run(['import', join(folder.path, 'nowhere')])
    assert.match(nothing.stderr, /^portico: There is nothing at .*nowhere\.\n$/)
    assert.equal(nothing.code, 1)
    const { stderr } = await run(['members'], { DATABASE_URL: 'postgresql://localhost:9/none' })
    assert.match(stderr, /^portico: There is no service in .*none: set PORTICO_DATA .* or PORTICO_SECRET/)
    assert.deepEqual(await readdir(folder.path), [])
  })

  it('nothing is reset whose database is elsewhere, and may be that of a deployment', async () => {
    const data = join(folder.path, 'elsewhere')
    await mkdir(join(data, 'blobs'), { recursive: true })
    await writeFile(join(data, 'secret'), 'of a deployment')
    const { code, stderr } = await run(['reset', '--yes'], { PORTICO_DATA: data })
    assert.match(stderr, /^portico: There is no database in .*elsewhere that marks its data/)
    assert.equal(code, 1)
    assert.deepEqual(await readdir(data), ['blobs', 'secret'])
    await rm(data, { recursive: true })
  })

  it('the background work is listed with its lane and what asks for it', async () => {
    const { jobs } = JSON.parse((await run(['jobs', '--json'])).stdout)
    const sealing = jobs.find(({ name }: { name: string }) => name === 'sealDecision')
    assert.deepEqual([sealing.lane, sealing.on], ['prompt', ['workProduct.signed']])
    assert.match((await run(['jobs'])).stdout, /^fireTimers +prompt .*\n +at \* \* \* \* \*$/m)
  })

  it('schema prints the JSON Schema of a port, of a manifest and of a profile', async () => {
    for (const name of ['output', 'manifest', 'profile']) {
      const { code, stdout } = await run(['schema', name])
      assert.equal(code, 0)
      assert.equal(JSON.parse(stdout).$schema, 'https://json-schema.org/draft/2020-12/schema')
    }
    const { code, stderr } = await run(['schema', 'fax'])
    assert.equal(code, 2)
    assert.match(
      stderr,
      /'fax' is invalid .* Allowed choices are document-source, .*, manifest, profile\.\n$/,
    )
  })

  it('a sandbox is reset while nobody uses it, and what is not its own stays', async () => {
    const fresh = await folderWithDatabase()
    const data = fresh.path
    const env = { PORTICO_DATA: data, PORTICO_SYNTH_PAGES: '' }
    const running = await servePortico(env)
    const inUse = await run(['reset', '--yes'], env)
    assert.deepEqual([inUse.code, inUse.stderr], [1, `portico: A service runs on ${data}: stop it first.\n`])
    running.child.kill('SIGTERM')
    await running.ended
    await writeFile(join(data, 'notes.txt'), 'mine')
    const unasked = await run(['reset'], env)
    assert.deepEqual(
      [unasked.code, unasked.stderr],
      [2, 'portico: there is no terminal to ask for confirmation: use --yes\n'],
    )
    assert.equal((await run(['reset', '--yes'], { ...env, PORTICO_MODE: 'deployment' })).code, 1)
    assert.equal((await run(['members'], env)).code, 0, 'nothing was erased')
    const { code, stdout } = await run(['reset', '--yes', '--json'], env)
    assert.deepEqual([code, JSON.parse(stdout).left], [0, ['notes.txt']])
    assert.deepEqual(await readdir(data), ['notes.txt'])
    await fresh.remove()
  })
})
