import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it, type TestContext } from 'node:test'
import { promisify } from 'node:util'
import { startOidcIssuer } from '../server/test/oidc-issuer.ts'
import { startWorld, type World } from '../server/test/world.ts'
import { isAsClaimed, programOf, runProgram, runShell, type Sample, samplesIn } from './samples.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..')
const textOf = (path: string) => readFileSync(join(root, path), 'utf8')

describe('the samples of the papers', () => {
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portico-samples-'))
    // The database's account, where that is not ours, must be able to reach its folder.
    await chmod(folder, 0o711)
    await mkdir(join(folder, 'node_modules/@portico'), { recursive: true })
    await symlink(join(root, 'sdk'), join(folder, 'node_modules/@portico/sdk'))
  })
  after(() => rm(folder, { recursive: true, force: true }))

  const check = async (context: TestContext, page: string, env: Record<string, string>) => {
    const samples = samplesIn(textOf(page))
    const commands = samples.filter(
      ({ language, code }) => language === 'sh' && /\bcurl\b|\bjson (POST|PUT) /.test(code),
    )
    const programs = samples.filter(({ language }) => language === 'ts')
    assert.ok(commands.length + programs.length > 0, `${page} has samples`)
    for (const { claim, line } of commands) assert.ok(claim, `${page}:${line} says what it prints`)
    if (programs.length > 0) compare(page, programs, await runProgram(programs, { env, folder }))
    if (commands.length === 0) return
    if (!(await hasCurl())) return context.skip('there is no curl on this machine')
    compare(page, commands, await runShell(commands, { env, folder }))
    const left = (await readdir(folder)).filter((name) => /\.(txt|json|pdf|zip)$/.test(name))
    assert.deepEqual(left, [], `the samples of ${page} write into a folder of their own`)
  }

  it('npm start prints what the README says, and the examples that it prints work', async (context) => {
    const data = join(folder, 'data')
    await mkdir(data, { mode: 0o711 })
    const service = await npmStart({
      PORT: '0',
      PORTICO_DATA: data,
      PORTICO_SYNTH_PAGES: '5',
      PORTICO_OCR: 'off',
    })
    try {
      const { claim } = samplesIn(textOf('README.md')).find(({ code }) => code.includes('npm start')) ?? {}
      assert.ok(isAsClaimed(service.printed.replaceAll(/:\d+/g, ':8080'), claim ?? ''), service.printed)
      const [, curl = '', sdk = ''] = service.printed.split(/^With .*:$/m)
      const { stdout } = await run('bash', ['-euc', sdk], { cwd: root })
      assert.match(stdout, /^\d{6}-\d+ \p{L}+$/mu)
      if (!(await hasCurl())) return context.skip('there is no curl on this machine')
      assert.match((await run('bash', ['-euc', curl])).stdout, /^\{"appeals":\[\{/)
    } finally {
      await service.stop()
    }
  })

  describe('in a sandbox', () => {
    let world: World
    let env: Record<string, string>
    before(async () => {
      world = await startWorld()
      const { baseUrl: BASE_URL, username: PORTICO_USERNAME, password: PORTICO_PASSWORD } = world
      env = { BASE_URL, PORTICO_USERNAME, PORTICO_PASSWORD }
    })
    after(() => world.close())

    for (const page of ['README.md', 'docs/tutorial/tour.md']) {
      it(`the samples of ${page} print what it says`, (context) => check(context, page, env))
    }

    it('documents come in as their page says', (context) =>
      check(context, 'docs/how-to/bring-in-documents.md', env))

    it('issues are decided as their page says', (context) =>
      check(context, 'docs/how-to/decide-issues.md', env))

    it('a case is decided as its page says', (context) => check(context, 'docs/how-to/decide-a-case.md', env))

    it('parties are kept as their page says', (context) => check(context, 'docs/how-to/keep-parties.md', env))

    it('the profile is changed as its page says', (context) =>
      check(context, 'docs/how-to/change-the-profile.md', env))

    it('the SDK is used as its page says', (context) => check(context, 'docs/how-to/use-the-sdk.md', env))

    it('an integration prints what its page says', (context) =>
      check(context, 'docs/how-to/write-an-integration.md', env))
  })

  it('a deployment shows its health and its metrics', async (context) => {
    const PORTICO_METRICS_TOKEN = 'only for the tests'
    const world = await startWorld({ PORTICO_MODE: 'deployment', PORTICO_METRICS_TOKEN })
    try {
      await check(context, 'docs/how-to/run-it-for-real.md', {
        BASE_URL: world.baseUrl,
        PORTICO_METRICS_TOKEN,
      })
    } finally {
      await world.close()
    }
  })

  it('an identity provider is trusted with the settings of its page', async (context) => {
    const email = 'ada@example.org'
    const person = { password: 'known to the issuer', email, email_verified: true }
    const issuer = await startOidcIssuer({ audience: 'https://portico.example', people: { ada: person } })
    const settings = { PORTICO_OIDC_ISSUER: issuer.issuer, PORTICO_OIDC_AUDIENCE: 'https://portico.example' }
    const world = await startWorld({ ...settings, PORTICO_SYNTH_PAGES: '' })
    try {
      await world.service.identity.invite({ email, roles: ['drafter'] })
      const env = { BASE_URL: world.baseUrl, TOKEN: await issuer.tokenOf('ada') }
      await check(context, 'docs/how-to/connect-your-identity-provider.md', env)
    } finally {
      await world.close()
      await issuer.close()
    }
  })

  it('are typed', async () => {
    const written = ['README.md', ...globSync('docs/{tutorial,how-to}/*.md', { cwd: root })]
    const programs = written
      .map((page) => samplesIn(textOf(page)).filter(({ language }) => language === 'ts'))
      .filter((samples) => samples.length > 0)
    const files = programs.map((_, index) => `sample-${index}.mts`)
    for (const [index, samples] of programs.entries()) {
      await writeFile(join(folder, files[index] ?? ''), programOf(samples))
    }
    const compilerOptions = { typeRoots: [join(root, 'node_modules/@types')] }
    const project = { extends: join(root, 'tsconfig.json'), compilerOptions, files, include: [] }
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(project))
    const tsc = join(root, 'node_modules/typescript/bin/tsc')
    await assert.doesNotReject(run(process.execPath, [tsc, '-p', folder, '--checkers', '1']))
    assert.ok(files.length >= 2)
  })

  it('a sample that prints something else than it says is noticed', () => {
    assert.ok(isAsClaimed('{"id":"doc_1","tags":[]}\n', '{"id":"doc_…","tags":[…]}'))
    assert.ok(isAsClaimed('200\n', '200'))
    assert.ok(!isAsClaimed('{"error":"Send a token."}', '{"id":"doc_…","tags":[…]}'))
    assert.ok(!isAsClaimed('201', '200'))
    assert.ok(!isAsClaimed('aba', 'ab…ba'))
    const [sample] = samplesIn('```sh\ncurl x\n```\n\n```text\n…\n```\n\n```sh\nls\n```\n')
    assert.deepEqual(sample, { language: 'sh', code: 'curl x\n', line: 1, claim: '…\n' })
  })
})

/** The first command of the README, in a process group of its own; resolves once the welcome is printed. */
async function npmStart(settings: Record<string, string>) {
  const { DATABASE_URL: _, ...inherited } = process.env
  const npm = spawn('npm', ['start', '--silent'], {
    cwd: root,
    env: { ...inherited, ...settings },
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  })
  const ended = new Promise<void>((done) => npm.once('close', () => done()))
  let printed = ''
  await new Promise<void>((ready, failed) => {
    npm.stdout.on('data', (chunk) => {
      printed += chunk
      if (/^With the SDK.*'\n/ms.test(printed)) ready()
    })
    void ended.then(() => failed(new Error(`npm start ended, having printed: ${printed}`)))
  })
  return {
    printed,
    async stop() {
      if (npm.pid !== undefined) process.kill(-npm.pid, 'SIGTERM')
      await ended
    },
  }
}

const hasCurl = () =>
  run('curl', ['--version']).then(
    () => true,
    () => false,
  )

function compare(page: string, samples: readonly Sample[], printed: readonly string[]) {
  for (const [index, { claim, line }] of samples.entries()) {
    const output = printed[index] ?? ''
    if (claim !== undefined) assert.ok(isAsClaimed(output, claim), `${page}:${line} printed:\n${output}`)
  }
}
