import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { isAsClaimed, type Sample, samplesIn } from './samples.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..')

/** The tutorial about adapters: its files are written, its commands are run, in the order of the page. */
export function tutorial() {
  const samples = samplesIn(readFileSync(join(root, 'docs/tutorial/write-an-adapter.md'), 'utf8'))
  const python = samples.findIndex(({ language }) => language === 'python')
  return { inTypeScript: samples.slice(0, python), inPython: samples.slice(python) }
}

export async function follow(samples: readonly Sample[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'portico-tutorial-'))
  const secret = `whsec_${Buffer.alloc(32, 5).toString('base64')}`
  const env = { PATH: `${folder}/bin:${process.env.PATH}`, PORT_SECRET: secret, ADAPTER_PORT: '0' }
  let server: { process: ChildProcess; url: string } | undefined
  await mkdir(join(folder, 'bin'))
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  await writeFile(
    join(folder, 'bin/npx'),
    `#!/bin/sh\nshift\nexec '${process.execPath}' '${root}/server/cli.ts' "$@"\n`,
  )
  await chmod(join(folder, 'bin/npx'), 0o755)
  try {
    for (const { language, code, claim, line } of samples) {
      const file = /^(?:\/\/|#) (\S+\.(?:ts|py))\n/.exec(code)?.[1]
      if (file) await writeFile(join(folder, file), code)
      else if (/^python3 /m.test(code)) server = await serve(folder, env)
      else if (language === 'sh') {
        const command = server ? code.replace('http://127.0.0.1:8099', server.url) : code
        const { stdout } = await run('bash', ['-euc', command], { cwd: folder, env })
        const printed = server ? stdout.replaceAll(server.url, 'http://127.0.0.1:8099') : stdout
        if (claim && !isAsClaimed(printed, claim)) throw new Error(`line ${line} printed:\n${stdout}`)
      }
    }
  } finally {
    server?.process.kill()
    await rm(folder, { recursive: true, force: true })
  }
}

async function serve(cwd: string, env: Record<string, string>) {
  const process = spawn('python3', ['notice_board.py'], { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] })
  const url = await new Promise<string>((ready, failed) => {
    process.stdout.on('data', (chunk) => {
      const [found] = /http:\/\/[\d.:]+/.exec(String(chunk)) ?? []
      if (found) ready(found)
    })
    process.on('error', failed)
    process.on('close', () => failed(new Error('python3 ended before it listened.')))
  })
  return { process, url }
}

export const hasPython = () =>
  run('python3', ['--version']).then(
    () => true,
    () => false,
  )
