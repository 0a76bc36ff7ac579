import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Writes a generated file where it differs, and says which. */
export async function writeGenerated(file: URL, text: string): Promise<void> {
  const before = await readFile(file, 'utf8').catch(() => '')
  await mkdir(dirname(fileURLToPath(file)), { recursive: true })
  if (text !== before) await writeFile(file, text)
  const name = relative(root, fileURLToPath(file))
  console.log(text === before ? `${name} is up to date` : `${name} is written`)
}
