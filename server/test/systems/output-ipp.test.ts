import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, describe, it } from 'node:test'
import { keepsTheLaws, type Mood, subjectOf } from '@portico/contract/conformance/kit'
import { outputLaws } from '@portico/contract/conformance/output'
import { bytesOfSample } from '@portico/contract/conformance/sample-file'
import { Skipped } from '@portico/contract/conformance/trial'
import type { CallContext, Host, InputOf } from '@portico/contract/ports/kit'
import type { output } from '@portico/contract/ports/output'
import ipp from '../../ports/output/adapters/ipp.ts'
import { freePort } from '../free-port.ts'
import { until } from '../until.ts'

export const debianPackages = ['cups-daemon']

const input = outputLaws.samples.deliver as InputOf<typeof output, 'deliver'>
const recall = outputLaws.samples.recall as InputOf<typeof output, 'recall'>

describe('the IPP adapter of the output port, against CUPS', { timeout: 120_000 }, () => {
  let cups: Awaited<ReturnType<typeof startCups>>
  let state: unknown
  before(async () => {
    cups = await startCups()
  })
  beforeEach(() => {
    state = undefined
  })
  after(() => cups?.close())

  const options = (patienceSeconds = 20) => ({ printer: cups.printer, username: 'portico', patienceSeconds })
  const host = {
    now: () => new Date(),
    fetch,
    state: {
      read: async () => state,
      write: async (value: unknown) => {
        state = value
      },
      change: async (become: (before: unknown) => unknown) => {
        state = become(state)
      },
    },
  } as Host<typeof output>
  const contextOf = (key: string, attempt = 1): CallContext => ({
    key,
    attempt,
    signal: new AbortController().signal,
    open: async () => [bytesOfSample].values() as never,
  })

  it('keeps the laws of the port', async () => {
    const mood = async (mood: Mood) => {
      if (mood === 'refusing') throw new Skipped('A printer refuses documents, not recalls.')
      cups.resume()
      if (mood === 'hanging') cups.pause()
      if (mood === 'down') await cups.stop()
      if (mood === 'well') await cups.start()
    }
    const [file] = input.files
    const refused = { deliver: { ...input, files: [{ ...file!, mediaType: 'application/x-nonsense' }] } }
    const subject = subjectOf(ipp, options(), { effects: cups.printed, mood, refused })
    const results = await keepsTheLaws(outputLaws, subject)
    const skipped = results.filter(({ result }) => result === 'skipped').map(({ law }) => law)
    assert.deepEqual(skipped, ['redrive', 'facts', 'factsOnce', 'wire'])
  })

  it('the number of the job and the time it was printed are the receipt, however often it is asked', async () => {
    const { calls } = await ipp.open(options(), host)
    const { receipt } = await calls.deliver(input, contextOf('obl_receipt'))
    assert.equal(receipt?.channel, 'print')
    assert.equal(receipt?.destination, cups.printer)
    assert.deepEqual(await cups.paper(receipt?.tracking ?? ''), bytesOfSample)
    assert.ok(Math.abs(Date.parse(receipt?.sentAt ?? '') - Date.now()) < 60_000)
    const again = await (await ipp.open(options(), host)).calls.deliver(input, contextOf('obl_receipt', 2))
    assert.deepEqual(again, { receipt })
  })

  it('a job that takes long is looked at again, and not printed twice', async () => {
    const before = await cups.printed()
    await cups.hold()
    const { calls } = await ipp.open(options(1), host)
    await assert.rejects(calls.deliver(input, contextOf('obl_long')), { code: 'conflict', retryable: true })
    await assert.rejects(calls.deliver(input, contextOf('obl_long', 2)), { code: 'conflict' })
    await cups.release()
    await until(async () => (await cups.printed()).length > before.length)
    await calls.deliver(input, contextOf('obl_long', 3))
    assert.equal((await cups.printed()).length, before.length + 1)
  })

  it('a recall cancels what is not printed yet', async () => {
    const before = await cups.printed()
    await cups.hold()
    const { calls } = await ipp.open(options(1), host)
    await assert.rejects(calls.deliver(input, contextOf('obl_waiting')), { code: 'conflict' })
    await calls.recall?.(recall, contextOf('obl_recall'))
    await cups.release()
    await assert.rejects(calls.deliver(input, contextOf('obl_waiting', 2)), { code: 'refused' })
    assert.deepEqual(await cups.printed(), before)
  })
})

/** A CUPS of Debian on loopback with one printer, whose paper is a folder. */
async function startCups() {
  const folder = await mkdtemp(join(tmpdir(), 'portico-cups-'))
  const port = await freePort()
  const at = (name: string) => join(folder, name)
  await chmod(folder, 0o755)
  for (const name of ['bin/backend', 'spool/tmp', 'cache', 'state', 'keys', 'paper', 'held'])
    await mkdir(at(name), { recursive: true })
  for (const name of ['cgi-bin', 'daemon', 'filter', 'monitor', 'notifier'])
    await symlink(`/usr/lib/cups/${name}`, at(`bin/${name}`))
  await rm(at('held'), { recursive: true })
  const backend = `#!/bin/sh
[ $# -eq 0 ] && { echo 'direct paper "Paper" "Paper"'; exit 0; }
while [ -e ${at('held')} ]; do sleep 0.05; done
cat "\${6:--}" > ${at('spool/tmp')}/$1 && mv ${at('spool/tmp')}/$1 ${at('paper')}/$1
`
  await writeFile(at('bin/backend/paper'), backend, { mode: 0o700 })
  const files = { CacheDir: 'cache', StateDir: 'state', RequestRoot: 'spool', TempDir: 'spool/tmp' }
  const logs = { AccessLog: 'access.log', ErrorLog: 'error.log', PageLog: 'page.log', ServerKeychain: 'keys' }
  const places = { ServerRoot: '', ServerBin: 'bin', ...files, ...logs }
  await writeFile(
    at('cups-files.conf'),
    `${Object.entries(places)
      .map(([directive, name]) => `${directive} ${at(name)}`)
      .join('\n')}\nSystemGroup root\nUser lp\nGroup lp\n`,
  )
  await writeFile(
    at('cupsd.conf'),
    `Listen 127.0.0.1:${port}
Browsing Off
WebInterface No
DefaultAuthType None
PreserveJobHistory Yes
<Location />
  Order allow,deny
  Allow 127.0.0.1
</Location>
`,
  )
  await writeFile(
    at('printers.conf'),
    '<Printer portico>\nDeviceURI paper:/\nState Idle\nAccepting Yes\nErrorPolicy abort-job\n</Printer>\n',
  )
  let child: ChildProcess | undefined
  const isRunning = () => child !== undefined && child.exitCode === null && child.signalCode === null
  const start = async () => {
    if (isRunning()) return
    const args = ['-f', '-c', at('cupsd.conf'), '-s', at('cups-files.conf')]
    child = spawn('/usr/sbin/cupsd', args, { stdio: 'ignore' })
    await until(async () => {
      if (!isRunning()) assert.fail(`cupsd ended: ${await readFile(at('error.log'), 'utf8')}`)
      return fetch(`http://127.0.0.1:${port}/`).then(
        () => true,
        () => false,
      )
    })
  }
  const stop = async () => {
    if (!isRunning()) return
    const ended = new Promise((done) => child?.once('exit', done))
    child?.kill('SIGTERM')
    await ended
  }
  await start()
  return {
    printer: `ipp://127.0.0.1:${port}/printers/portico`,
    start,
    stop,
    pause: () => child?.kill('SIGSTOP'),
    resume: () => child?.kill('SIGCONT'),
    hold: () => writeFile(at('held'), ''),
    release: () => rm(at('held')),
    printed: async () => (await readdir(at('paper'))).toSorted(),
    paper: (job: string) => readFile(join(at('paper'), job)),
    async close() {
      child?.kill('SIGCONT')
      await stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
