import { readFile } from 'node:fs/promises'
import { Refusal } from '../core/kernel/decider.ts'

export async function jsonAt(path: string): Promise<Record<string, unknown>> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new Refusal('invalid', `There is no file ${path}.`)
  })
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>
  } catch {}
  throw new Refusal('invalid', `${path} must be a JSON object.`)
}
