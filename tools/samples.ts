import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

export type Sample = {
  language: string
  code: string
  /** The line of the page on which it begins. */
  line: number
  /** What the page says that it prints; `…` stands for anything. */
  claim: string | undefined
}

export type Run = { env: Record<string, string>; folder: string }

const run = promisify(execFile)
const separator = '\x1e'

/** The fenced samples of a page. A `text` block right behind one is what it prints. */
export function samplesIn(page: string): Sample[] {
  const fences = [...page.matchAll(/^```(\w*)\n(.*?)^```$/gms)]
  return fences.flatMap((fence, index) => {
    const [whole, language = '', code = ''] = fence
    if (language === 'text') return []
    const next = fences[index + 1]
    const between = page.slice(fence.index + whole.length, next?.index)
    const claim = next?.[1] === 'text' && between.trim() === '' ? next[2] : undefined
    const line = page.slice(0, fence.index).split('\n').length
    return [{ language, code, line, claim }]
  })
}

/** The samples as one session of a shell, from the first to the last; gives what each of them printed. */
export async function runShell(samples: readonly Sample[], { env, folder }: Run): Promise<string[]> {
  const script = samples.map(({ code }) => `printf '${separator}'\n${code}`).join('\n')
  const { PATH = '' } = process.env
  const bash = run('bash', ['-euc', script], { cwd: folder, env: { PATH, ...env } })
  const { stdout } = await bash.catch(({ stdout, stderr }: { stdout: string; stderr: string }) => {
    const { line } = samples[stdout.split(separator).length - 2] ?? {}
    throw new Error(
      `the sample of line ${line} failed after printing:\n${stdout.split(separator).at(-1)}${stderr}`,
    )
  })
  return stdout.split(separator).slice(1)
}

/** The samples as one module; gives what each of them printed. */
export async function runProgram(samples: readonly Sample[], { env, folder }: Run): Promise<string[]> {
  const path = join(folder, 'program.mts')
  await writeFile(path, programOf(samples))
  const { stdout } = await run(process.execPath, [path], { cwd: folder, env })
  return stdout.split(separator).slice(1)
}

export function programOf(samples: readonly Sample[]): string {
  return samples.map(({ code }) => `process.stdout.write('${separator}')\n${code}`).join('\n')
}

export function isAsClaimed(printed: string, claim: string): boolean {
  const text = printed.trim()
  const [first = '', ...others] = claim.trim().split('…')
  const last = others.pop()
  if (last === undefined) return text === first
  if (!text.startsWith(first)) return false
  let at = first.length
  for (const part of others) {
    const found = text.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return text.length - last.length >= at && text.endsWith(last)
}
