import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { instructionOf, instructions, root } from './dockerfile.ts'

/**
 * No engine is needed: the instructions of the Dockerfile are carried out one by one, in a folder that stands for the
 * image. That is also how an installation without scripts and without development dependencies is made.
 */
describe('the image', () => {
  let image: string
  let app: string
  /** Where we are root, the steps run as an account without rights, as they do in a container. */
  const account = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
  const inside = (text: string) => text.replaceAll(/(?<![\w.])\/(app|data)\b/g, `${image}/$1`)
  const settings = (): Record<string, string> =>
    Object.fromEntries(
      inside(instructionOf('ENV'))
        .split(' ')
        .map((pair) => pair.split('=') as [string, string]),
    )
  const env = () => ({ PATH: process.env.PATH ?? '', HOME: join(image, 'home'), ...settings(), PORT: '0' })
  const portico = (cwd: string, ...args: string[]) => {
    const command = [join(app, 'server/bin/portico.mjs'), ...args]
    return execFileSync(join(app, 'node_modules/.bin/node'), command, {
      ...account,
      ...{ cwd, env: env(), encoding: 'utf8' },
    })
  }

  before(async () => {
    image = await mkdtemp(join(tmpdir(), 'portico-image-'))
    await chmod(image, 0o755)
    app = join(image, 'app')
    for (const name of ['app', 'data', 'home', 'outside']) mkdirSync(join(image, name))
    assert.deepEqual([instructionOf('WORKDIR'), instructionOf('USER')], ['/app', 'portico'])
    for (const { name, text } of instructions) {
      if (name === 'COPY') copy(text.replace('--chown=portico ', '').split(' '))
      if (name === 'RUN' && /^(npm|node) /.test(text)) {
        own()
        // The machine's own environment, since it says how packages are reached from here.
        const environment = { ...process.env, ...env(), npm_config_cache: join(image, 'home/.npm') }
        execFileSync('sh', ['-euc', text], { ...account, cwd: app, env: environment, stdio: 'pipe' })
      }
    }
    own()
  })
  after(() => rm(image, { recursive: true, force: true }))

  const own = () => {
    if ('uid' in account) execFileSync('chown', ['-R', '65534:65534', image])
  }

  it('has what is generated, and nothing that only development needs', () => {
    for (const file of ['sdk/generated/client.ts', 'sdk/generated/rules.js', 'workspace/dist/index.html'])
      assert.ok(existsSync(join(app, file)), file)
    for (const name of ['@biomejs', 'playwright-core', 'fast-check'])
      assert.ok(!existsSync(join(app, 'node_modules', name)), name)
    assert.equal(JSON.parse(portico(image, 'schema', 'output'))['x-port'].name, 'output')
  })

  it('checks an adapter that is outside of it', () => {
    const outside = join(image, 'outside')
    portico(outside, 'new-adapter', 'output', 'my-drop')
    const said = portico(outside, 'check-port', 'output', '--adapter', './my-drop.ts')
    assert.match(said, /^kept {5}repeat /m)
    assert.doesNotMatch(said, /^broken /m)
  })

  it('starts as a container does, and ends on SIGTERM', async () => {
    const [command = '', ...args] = JSON.parse(instructionOf('CMD')) as string[]
    assert.equal(command, 'node')
    const child = spawn(join(app, 'node_modules/.bin/node'), args, {
      ...account,
      cwd: app,
      env: { ...env(), PORTICO_SYNTH_PAGES: '5', PORTICO_OCR: 'off', PORTICO_SPEECH: 'off' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = new Promise<number | null>((done) => child.once('close', done))
    const port = await new Promise<string>((found, failed) => {
      let said = ''
      child.stdout.on('data', (chunk) => {
        said += chunk
        const [, port] = /http:\/\/localhost:(\d+)/.exec(said) ?? []
        if (port) found(port)
      })
      void ended.then((code) => failed(new Error(`it ended with ${code}: ${said}`)))
    })
    const [, probe = ''] = /CMD (\[.*\])$/.exec(instructionOf('HEALTHCHECK')) ?? []
    const [, ...probing] = JSON.parse(probe) as string[]
    execFileSync(process.execPath, probing, { env: { PORT: port } })
    assert.throws(() => execFileSync(process.execPath, probing, { env: { PORT: '1' }, stdio: 'ignore' }))
    child.kill('SIGTERM')
    assert.equal(await ended, 0)
  })

  function copy(parts: string[]) {
    const target = join(app, parts.at(-1) ?? '')
    for (const source of parts.slice(0, -1)) {
      const isInto = /\/$/.test(parts.at(-1) ?? '')
      cpSync(join(root, source), isInto ? join(target, basename(source)) : target, {
        recursive: true,
        filter: (path) => !/\/(node_modules|dist(-[^/]+)?|sdk\/generated)$/.test(path),
      })
    }
  }
})
