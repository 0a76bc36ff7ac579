import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { after, before, describe, it } from 'node:test'

/** No engine is needed: its instructions are carried out one by one, in a folder that stands for the image. */
export const debianPackages = ['passwd', 'util-linux']

type Instruction = { name: string; text: string }

const root = join(import.meta.dirname, '../../..')
const instructions: Instruction[] = readFileSync(join(root, 'Dockerfile'), 'utf8')
  .replaceAll(/^#.*\n/gm, '')
  .split(/\n(?=[A-Z]+ )/)
  .map((line) => {
    const [, name = '', text = ''] = /^([A-Z]+) (.*)$/s.exec(line.trim()) ?? []
    return { name, text }
  })
const only = (name: string) => instructions.find((instruction) => instruction.name === name)?.text ?? ''

describe('the Dockerfile, carried out step by step', () => {
  let image: string
  /** Where we are root the steps run as an account without rights, as they do in a container. */
  const account = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
  const inside = (text: string) => text.replaceAll(/(?<![\w.])\/(app|data)\b/g, `${image}/$1`)
  const settings = (): Record<string, string> =>
    Object.fromEntries(
      inside(only('ENV'))
        .split(' ')
        .map((pair) => pair.split('=') as [string, string]),
    )
  const env = () => ({ PATH: process.env.PATH ?? '', HOME: join(image, 'home'), ...settings(), PORT: '0' })

  before(async () => {
    image = await mkdtemp(join(tmpdir(), 'portico-image-'))
    await chmod(image, 0o755)
    for (const name of ['app', 'data', 'home']) mkdirSync(join(image, name))
    own()
  })
  after(() => rm(image, { recursive: true, force: true }))

  const own = () => {
    if ('uid' in account) execFileSync('chown', ['-R', '65534:65534', image])
  }

  it('makes its account with a command that the base image has', () => {
    const [step = ''] = only('RUN').split(' && ')
    assert.match(step, /^useradd /)
    const etc = join(image, 'prefix/etc')
    mkdirSync(etc, { recursive: true })
    for (const name of ['passwd', 'group', 'shadow', 'gshadow']) cpSync(`/etc/${name}`, join(etc, name))
    execFileSync('sh', ['-euc', step.replace('useradd', `/usr/sbin/useradd --prefix ${image}/prefix`)])
    assert.match(readFileSync(join(etc, 'passwd'), 'utf8'), /^portico:x:10001:.*:\/data:/m)
  })

  it('copies what the service needs, installs it, starts it as a container does, and ends it by SIGTERM', async () => {
    assert.deepEqual([only('WORKDIR'), only('USER')], ['/app', 'portico'])
    const app = join(image, 'app')
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
    const [command = '', ...args] = JSON.parse(only('CMD')) as string[]
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
    const [, probe = ''] = /CMD (\[.*\])$/.exec(only('HEALTHCHECK')) ?? []
    const [, ...probing] = JSON.parse(probe) as string[]
    execFileSync(process.execPath, probing, { env: { PORT: port } })
    assert.throws(() => execFileSync(process.execPath, probing, { env: { PORT: '1' }, stdio: 'ignore' }))
    child.kill('SIGTERM')
    assert.equal(await ended, 0)
  })

  function copy(parts: string[]) {
    const target = join(image, 'app', parts.at(-1) ?? '')
    for (const source of parts.slice(0, -1)) {
      const isInto = /\/$/.test(parts.at(-1) ?? '')
      cpSync(join(root, source), isInto ? join(target, basename(source)) : target, {
        recursive: true,
        filter: (path) => !/\/(node_modules|dist|sdk\/generated)$/.test(path),
      })
    }
  }
})
