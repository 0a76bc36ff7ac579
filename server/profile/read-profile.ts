import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Refusal } from '../core/kernel/decider.ts'

/** The sections that a file has, or the files of a folder together. What none of them has is left out. */
export async function readProfile(path: string): Promise<Record<string, unknown>> {
  const found = await stat(path).catch((error) => {
    throw new Refusal('notFound', `${path} cannot be read (${codeOf(error)}).`)
  })
  if (!found.isDirectory()) return readPart(path)
  const files = (await readdir(path)).filter((name) => name.endsWith('.json')).sort()
  if (files.length === 0) throw new Refusal('notFound', `There is no JSON file in ${path}.`)
  const sections: Record<string, unknown> = {}
  const homes = new Map<string, string>()
  for (const file of files) {
    for (const [section, value] of Object.entries(await readPart(join(path, file)))) {
      const other = homes.get(section)
      if (other !== undefined)
        throw new Refusal('invalid', `${section} is in ${other} and in ${file}: it must be in one of them.`)
      homes.set(section, file)
      sections[section] = value
    }
  }
  return sections
}

async function readPart(path: string): Promise<Record<string, unknown>> {
  const text = await readFile(path, 'utf8').catch((error) => {
    throw new Refusal('notFound', `${path} cannot be read (${codeOf(error)}).`)
  })
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new Refusal('invalid', `${path} is not valid JSON: ${(error as Error).message}.`)
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    // Which schema an editor checks it by is no section.
    const { $schema: _, ...sections } = value as Record<string, unknown>
    return sections
  }
  throw new Refusal('invalid', `${path} must be an object with sections of a profile.`)
}

const codeOf = (error: unknown) => (error as { code?: string }).code ?? 'unknown'
