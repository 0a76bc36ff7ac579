import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { kitVersion } from '@portico/contract/conformance/kit'
import { portNames, ports } from '@portico/contract/ports/all'
import { type Commands, openCommands } from '../test/commands.ts'
import { filesOf } from './new-adapter.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')

describe('a new adapter', () => {
  let folder: string
  let commands: Commands
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portico-adapters-'))
    commands = openCommands({ cwd: folder })
    await mkdir(join(folder, 'node_modules/@portico'), { recursive: true })
    await symlink(join(root, 'contract'), join(folder, 'node_modules/@portico/contract'))
    await writeFile(join(folder, 'package.json'), '{"type":"module"}')
    const { said } = await portico('new-adapter', 'output', 'my-output')
    assert.equal(
      said,
      'my-output.ts\nmy-output.test.ts\nmy-output.md\nNext: npx portico check-port output --adapter ./my-output.ts\n',
    )
    for (const port of ports.filter(({ name }) => name !== 'output'))
      for (const [path, text] of Object.entries(await filesOf(port, `my-${port.name}`)))
        await writeFile(join(folder, path), text)
  })
  after(async () => {
    await commands?.close()
    await rm(folder, { recursive: true, force: true })
  })

  async function portico(...args: string[]) {
    const { code, stdout, stderr } = await commands.run(args)
    return { code, said: code === 0 ? stdout : `${stdout}${stderr}` }
  }

  it('compiles as it is written, for every port', async () => {
    const files = portNames.flatMap((port) => [`my-${port}.ts`, `my-${port}.test.ts`])
    const compilerOptions = { typeRoots: [join(root, 'node_modules/@types')], noUnusedLocals: true }
    const project = { extends: join(root, 'tsconfig.json'), compilerOptions, files, include: [] }
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(project))
    const tsc = join(root, 'node_modules/typescript/bin/tsc')
    await run(process.execPath, [tsc, '-p', folder, '--checkers', '1']).catch(({ stdout }) =>
      assert.fail(stdout),
    )
  })

  it('passes the test that is written with it, for every port', async () => {
    const tests = portNames.map((port) => `my-${port}.test.ts`)
    const args = ['--test', '--test-isolation=none', '--test-reporter=tap']
    const { stdout } = await run(process.execPath, [...args, ...tests], {
      cwd: folder,
      env: { PATH: process.env.PATH },
    }).catch(({ stdout }) => assert.fail(stdout))
    assert.match(stdout, new RegExp(`# pass ${portNames.length}\\b`))
  })

  it('is checked by check-port, which prints a row for each law and writes a certificate', async () => {
    const { code, said } = await portico(
      ...['check-port', 'output', '--adapter', 'my-output.ts', '--certificate', 'certificate.json'],
    )
    assert.equal(code, 0, said)
    assert.match(said, /^kept {5}repeat +A call that is repeated under its key has one effect\.$/m)
    assert.match(said, /^skipped {2}refusal .*\n +The subject has no input that the other side refuses/m)
    assert.match(said, /\d+ kept, 0 broken, \d+ skipped: my-output, by the laws of output 1, kit /)
    assert.ok(said.includes(`, kit ${kitVersion}.`), said)
    const certificate = JSON.parse(await readFile(join(folder, 'certificate.json'), 'utf8'))
    assert.equal(certificate.isKept, true)
    assert.equal(certificate.adapter, 'my-output')
  })

  it('is bound by one line of configuration, and checked as it is bound', async () => {
    const config = { ports: { output: { adapter: './my-output.ts' } } }
    await writeFile(join(folder, 'portico.config.json'), JSON.stringify(config))
    const { code, said } = await portico('check-port', 'output', '--binding', 'main')
    assert.equal(code, 0, said)
    assert.match(said, /\d+ kept, 0 broken, \d+ skipped: my-output, by the laws of output/)
    const { said: missing } = await portico('check-port', 'output', '--binding', 'second')
    assert.match(missing, /The configuration has no binding output\/second\./)
  })

  it('that breaks a law fails check-port, and the row says how', async () => {
    const text = await readFile(join(folder, 'my-output.ts'), 'utf8')
    await writeFile(join(folder, 'broken.ts'), text.replace('if (!system.done.has(key)) ', ''))
    const { code, said } = await portico('check-port', 'output', '--adapter', 'broken.ts')
    assert.equal(code, 1)
    assert.match(said, /^broken {3}repeat .*\n +deliver, repeated, changed what the other side shows: /m)
    const asJson = await portico('check-port', 'output', '--adapter', 'broken.ts', '--json')
    assert.equal(JSON.parse(asJson.said).isKept, false)
  })

  it('takes a secret by reference only', async () => {
    const text = await readFile(join(folder, 'my-output.ts'), 'utf8')
    const withSecret = text
      .replace('defineAdapter }', 'defineAdapter, secret }')
      .replace('Type.Object({}', "Type.Object({ token: secret('The token') }")
    await writeFile(join(folder, 'secretive.ts'), withSecret)
    const check = async (options: object) => {
      await writeFile(join(folder, 'options.json'), JSON.stringify(options))
      const args = ['--adapter', 'secretive.ts', '--options', 'options.json']
      return (await portico('check-port', 'output', ...args)).said
    }
    assert.match(await check({ token: 'plain' }), /token must be a reference/)
    assert.match(await check({ token: { env: 'NO_SUCH' } }), /NO_SUCH, which is not set/)
    assert.match(await check({}), /options\.json: options must have required properties token/)
    assert.match(await check({ token: { env: 'PATH' } }), /\d+ kept, 0 broken/)
  })

  it('never overwrites a file', async () => {
    await writeFile(join(folder, 'mine.test.ts'), 'mine')
    const { code, said } = await portico('new-adapter', 'output', 'mine')
    assert.equal(code, 1)
    assert.match(said, /mine\.test\.ts already exists and is left alone\./)
    assert.equal(await readFile(join(folder, 'mine.test.ts'), 'utf8'), 'mine')
    await assert.rejects(readFile(join(folder, 'mine.ts')))
  })

  it('and what cannot be checked are said in one sentence', async () => {
    const sentences: [string[], RegExp][] = [
      [
        ['new-adapter', 'output', '../up'],
        /The name of an adapter must have only lower-case letters, digits and hyphens/,
      ],
      [['new-adapter', 'fax', 'mine'], /'fax' is invalid.*Allowed choices are document-source,/],
      [['check-port', 'output'], /Name what to check: --adapter FILE, --url URL or --binding NAME\./],
      [['check-port', 'output', '--adapter', 'none.ts'], /none\.ts cannot be loaded: /],
      [
        ['check-port', 'output', '--adapter', 'my-reporting.ts'],
        /is an adapter of reporting, not of output\./,
      ],
      [['check-port', 'output', '--url', 'http://127.0.0.1:1'], /The secret in PORT_SECRET must be whsec_/],
      [
        ['check-port', 'output', '--adapter', 'my-output.ts', '--options', 'certificate.json'],
        /certificate\.json: options.* must not have additional properties|certificate\.json/,
      ],
    ]
    for (const [args, sentence] of sentences) {
      const { code, said } = await portico(...args)
      assert.notEqual(code, 0, args.join(' '))
      assert.match(said, sentence)
      assert.doesNotMatch(said, /\n {4}at /)
    }
  })
})
