import type { X509Certificate } from 'node:crypto'
import { createHash } from 'node:crypto'
import type { PdfWorkers } from '../../files/pdf/pdf-workers.ts'
import { BadZip, type ZipEntry } from '../../files/read-zip.ts'
import type { PackedFile } from '../../files/sealed-zip.ts'
import { type Followed, followEvents } from './follow-events.ts'

export type VerifyOptions = {
  pdf: PdfWorkers
  /** Whom the reader trusts: the seal must be by this certificate, or by one that it issued. */
  trusted?: X509Certificate | undefined
}

export type Report = (part: string, what: string) => void

/** What is in a package: of each file its length and hash, the events followed, and the manifest. */
export type ZipParts = {
  entries: ReadonlyMap<string, ZipEntry>
  /** Undefined of a file that could not be unpacked. */
  sizes: ReadonlyMap<string, { bytes: number; sha256: string } | undefined>
  events: Followed
  manifest: Buffer | undefined
}

const mostManifestBytes = 256 * 1024 ** 2

export async function readParts(entries: readonly ZipEntry[], fault: Report): Promise<ZipParts> {
  const sizes = new Map<string, { bytes: number; sha256: string } | undefined>()
  const events = followEvents()
  let manifest: Buffer | undefined
  for (const entry of entries) {
    try {
      const hash = createHash('sha256')
      const kept: Buffer[] = []
      let bytes = 0
      for await (const chunk of entry.read()) {
        hash.update(chunk)
        bytes += chunk.length
        if (entry.name === 'events.ndjson') events.take(chunk)
        if (entry.name !== 'manifest.json') continue
        if (bytes > mostManifestBytes) throw new BadZip('It is too long.')
        kept.push(chunk)
      }
      if (entry.name === 'manifest.json') manifest = Buffer.concat(kept)
      sizes.set(entry.name, { bytes, sha256: hash.digest('hex') })
    } catch (error) {
      if (!(error instanceof BadZip)) throw error
      fault(entry.name, error.message)
      sizes.set(entry.name, undefined)
    }
  }
  const byName = new Map(entries.map((entry) => [entry.name, entry]))
  return { entries: byName, sizes, events: events.end(), manifest }
}

const mostPartBytes = 256 * 1024 ** 2

/** A whole part that must be there; undefined where it is not, or was found broken already. */
export async function readPart(
  { entries, sizes }: ZipParts,
  name: string,
  fault: Report,
): Promise<Buffer | undefined> {
  const entry = entries.get(name)
  if (!entry) return void fault(name, 'it is missing')
  const size = sizes.get(name)
  if (!size) return undefined
  if (size.bytes > mostPartBytes) return void fault(name, 'it is too large to be checked')
  return Buffer.concat(await Array.fromAsync(entry.read()))
}

/** Each file as its manifest has it, and none that it does not have; `others` are known without being listed. */
export function verifyListed(
  listed: readonly PackedFile[],
  { sizes }: ZipParts,
  fault: Report,
  others: readonly string[] = [],
) {
  for (const { file, bytes, sha256 } of listed) {
    const found = sizes.get(file)
    if (!sizes.has(file)) fault(file, 'it is in the manifest, but not in the package')
    else if (found && (found.bytes !== bytes || found.sha256 !== sha256))
      fault(file, 'it is not the file that the manifest lists')
  }
  const known = new Set(['manifest.json', ...others, ...listed.map(({ file }) => file)])
  for (const file of sizes.keys()) if (!known.has(file)) fault(file, 'it is not in the manifest')
}
