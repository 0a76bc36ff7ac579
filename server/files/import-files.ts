import { Refusal } from '../core/kernel/decider.ts'

export const manifestName = 'manifest.ndjson'

export type ImportFile = { bytes(): AsyncIterable<Uint8Array> }

/** The files that come with a manifest. What cannot be given is refused with a sentence that names the file. */
export type ImportFiles = {
  open(name: string): Promise<ImportFile>
  close(): Promise<void>
}

/** For a manifest that came alone. */
export const noFiles: ImportFiles = {
  async open(name) {
    throw new Refusal(
      'invalid',
      `There are no files beside this manifest, so there is no ${shown(name)}: name the bytes by sha256.`,
    )
  },
  async close() {},
}

/** A name that means the same file on every system and stays inside its folder. */
export function safeName(name: string): string {
  const isSafe =
    name.isWellFormed() &&
    !/[\0\\]/.test(name) &&
    !/^([a-z]:|\/)/i.test(name) &&
    name.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
  if (isSafe) return name
  throw new Refusal(
    'invalid',
    `${shown(name)} is not a path inside the folder of the manifest, with / between folders.`,
  )
}

export function shown(name: string): string {
  return JSON.stringify(name.toWellFormed().replaceAll('\0', '\\0').slice(0, 200))
}
