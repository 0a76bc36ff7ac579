import { crc32 } from 'node:zlib'
import yauzl from 'yauzl'
import { Refusal } from '../core/kernel/decider.ts'
import { type ImportFiles, safeName, shown } from './import-files.ts'

const mostEntries = 1_000_000
/** What a small file may unpack to whatever its size in the ZIP, and a large one for each of its bytes there. */
const alwaysAllowedBytes = 16 * 1024 ** 2
const mostUnpackedRatio = 100
const mostUnpackedBytes = 4 * 1024 ** 3 - 1

/** What is in a ZIP on this machine. Nothing is unpacked but what a row names, and no more than a ZIP may hold. */
export async function openZip(path: string): Promise<ImportFiles> {
  const options = { lazyEntries: true, autoClose: false, decodeStrings: false }
  const zip = await yauzl.openPromise(path, options).catch(unreadable)
  const { entries, repeated } = await listEntries(zip).catch((error) => {
    zip.close()
    return unreadable(error)
  })
  const mostInAll = Math.max(alwaysAllowedBytes, mostUnpackedRatio * zip.fileSize)
  let unpackedBytes = 0

  return {
    async open(name) {
      const entry = entries.get(safeName(name))
      if (!entry) throw new Refusal('invalid', `There is no file ${shown(name)} in the ZIP.`)
      if (repeated.has(name)) throw new Refusal('invalid', `${shown(name)} is more than once in the ZIP.`)
      refuseBomb(name, entry)
      unpackedBytes += entry.uncompressedSize
      if (unpackedBytes > mostInAll) {
        throw new Refusal(
          'invalid',
          `With ${shown(name)} the ZIP unpacks to more than ${mostUnpackedRatio} times its size.`,
        )
      }
      return { bytes: () => unpack(zip, name, entry) }
    },
    async close() {
      zip.close()
    },
  }
}

async function listEntries(zip: yauzl.ZipFile) {
  if (zip.entryCount > mostEntries)
    throw new Refusal('invalid', `The ZIP has more than ${mostEntries.toLocaleString('en-US')} files.`)
  const entries = new Map<string, yauzl.Entry>()
  const repeated = new Set<string>()
  for await (const entry of zip.eachEntry()) {
    const name = nameOf(entry)
    if (entries.has(name)) repeated.add(name)
    else entries.set(name, entry)
  }
  return { entries, repeated }
}

const utf8Names = 0x800

function nameOf({ fileName, generalPurposeBitFlag }: yauzl.Entry): string {
  const bytes = fileName as unknown as Buffer
  return bytes.toString(
    generalPurposeBitFlag & utf8Names || !bytes.some((byte) => byte > 127) ? 'utf8' : 'latin1',
  )
}

const fileType = 0o170_000
const regularFile = 0o100_000

function refuseBomb(name: string, entry: yauzl.Entry) {
  const kind = (entry.externalFileAttributes >>> 16) & fileType
  if (kind !== 0 && kind !== regularFile)
    throw new Refusal('invalid', `${shown(name)} is not a file in the ZIP.`)
  if (entry.isEncrypted()) throw new Refusal('invalid', `${shown(name)} is encrypted in the ZIP.`)
  if (![0, 8].includes(entry.compressionMethod))
    throw new Refusal('invalid', `${shown(name)} uses an unsupported compression method.`)
  const { uncompressedSize: bytes, compressedSize } = entry
  if (bytes > mostUnpackedBytes) throw new Refusal('invalid', `${shown(name)} unpacks to more than 4 GB.`)
  if (bytes > alwaysAllowedBytes && bytes > mostUnpackedRatio * compressedSize) {
    throw new Refusal('invalid', `${shown(name)} unpacks to more than ${mostUnpackedRatio} times its size.`)
  }
}

/** The library ends a stream that gives more or fewer bytes than the ZIP says. */
async function* unpack(zip: yauzl.ZipFile, name: string, entry: yauzl.Entry): AsyncGenerator<Buffer> {
  const damaged = () => new Refusal('invalid', `${shown(name)} is damaged in the ZIP.`)
  let sum = 0
  try {
    for await (const chunk of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
      sum = crc32(chunk, sum)
      yield chunk
    }
  } catch {
    throw damaged()
  }
  if (sum !== entry.crc32) throw damaged()
}

function unreadable(error: unknown): never {
  if (error instanceof Refusal) throw error
  throw new Refusal('invalid', 'The ZIP cannot be read: it is damaged, or not a ZIP.')
}
