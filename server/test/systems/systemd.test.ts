import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { dataFolder } from '../process.ts'

export const debianPackages = ['systemd']

const root = join(import.meta.dirname, '../../..')
const unit = readFileSync(join(root, 'docs/examples/portico.service'), 'utf8')
const settingOf = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? ''

describe('the systemd unit', () => {
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portico-unit-'))
  })
  after(() => rm(folder, { recursive: true, force: true }))

  it('has no fault that systemd finds', async () => {
    const path = join(folder, 'portico.service')
    await writeFile(path, unit.replaceAll('/opt/portico', root).replaceAll('=portico\n', '=root\n'))
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', path], {
      encoding: 'utf8',
    })
    const about = stderr.split('\n').filter((line) => line.includes('portico.service'))
    assert.deepEqual({ status, about }, { status: 0, about: [] })
    await writeFile(path, unit.replaceAll('/opt/portico', root).replace('KillMode=mixed', 'KillMode=mxied'))
    const wrong = spawnSync('systemd-analyze', ['verify', '--man=no', path], { encoding: 'utf8' })
    assert.match(wrong.stderr, /portico\.service:\d+: Failed to parse/, 'a fault would be found')
  })

  it('starts the service by its command, and ends it by SIGTERM', async () => {
    const data = await dataFolder()
    const [command = '', ...args] = settingOf('ExecStart').replaceAll('/opt/portico', root).split(' ')
    const child = spawn(command, args, {
      cwd: settingOf('WorkingDirectory').replace('/opt/portico', root),
      env: {
        PATH: '/usr/bin:/bin',
        PORT: '0',
        PORTICO_DATA: data.path,
        PORTICO_SYNTH_PAGES: '',
        PORTICO_OCR: 'off',
        PORTICO_SPEECH: 'off',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = new Promise<number | null>((done) => child.once('close', done))
    const url = await new Promise<string>((found, failed) => {
      let said = ''
      child.stdout.on('data', (chunk) => {
        said += chunk
        const [address] = /http:\/\/localhost:\d+/.exec(said) ?? []
        if (address) found(address)
      })
      void ended.then((code) => failed(new Error(`it ended with ${code}: ${said}`)))
    })
    assert.equal((await fetch(`${url}/healthz`)).status, 200)
    child.kill('SIGTERM')
    assert.equal(await ended, 0)
    await data.remove()
  })
})
