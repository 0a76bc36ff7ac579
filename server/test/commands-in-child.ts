import { runCommand } from '../cli.ts'
import type { Ended } from './process.ts'

/** A process that runs one command after the other, each with the environment that it is given. */
type Asked = { args: string[]; env: Record<string, string>; from?: string }
const folder = process.cwd()

process.on('message', async ({ args, env, from = folder }: Asked) => {
  process.chdir(from)
  for (const name of Object.keys(process.env)) delete process.env[name]
  Object.assign(process.env, env)
  process.exitCode = 0
  const [stdout, stderr] = [recorded(process.stdout), recorded(process.stderr)]
  await runCommand(args)
  const ended: Ended = { code: Number(process.exitCode), stdout: stdout.end(), stderr: stderr.end() }
  process.send?.(ended)
})

function recorded(stream: NodeJS.WriteStream) {
  const { write } = stream
  let text = ''
  stream.write = (chunk: string | Uint8Array, ...rest: unknown[]) => {
    text += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString()
    const written = rest.at(-1)
    if (typeof written === 'function') process.nextTick(written as () => void)
    return true
  }
  return {
    end() {
      stream.write = write
      return text
    },
  }
}
