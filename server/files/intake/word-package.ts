import { buffer } from 'node:stream/consumers'
import { fromBufferPromise } from 'yauzl'
import { ZipFile as NewZip } from 'yazl'
import { UnreadablePdf } from '../pdf/unreadable.ts'

const mostEntries = 5_000
const mostUnpackedBytes = 128 * 1024 ** 2
/** Text becomes a tree of many times its size. */
const mostXmlBytes = 32 * 1024 ** 2

/**
 * The same package with its entries unpacked, each read to its end under a limit. What a reader of ZIPs
 * makes of hidden or lying entries no longer matters behind this.
 */
export async function unpackedPackage(bytes: Buffer): Promise<Buffer> {
  const source = await fromBufferPromise(bytes, { lazyEntries: true })
  const target = new NewZip()
  const packed = buffer(target.outputStream as unknown as AsyncIterable<Buffer>)
  const names = new Set<string>()
  let unpacked = 0
  if (source.entryCount > mostEntries) throw tooLarge()
  for await (const entry of source.eachEntry()) {
    if (entry.fileName.endsWith('/') || names.has(entry.fileName)) continue
    names.add(entry.fileName)
    if (names.size > mostEntries || unpacked + entry.uncompressedSize > mostUnpackedBytes) throw tooLarge()
    if (/\.(xml|rels)$/i.test(entry.fileName) && entry.uncompressedSize > mostXmlBytes) throw tooLarge()
    const content = await buffer(await source.openReadStreamPromise(entry))
    unpacked += content.length
    target.addBuffer(content, entry.fileName, { compress: false, mtime: new Date(0) })
  }
  target.end()
  return await packed
}

function tooLarge(): UnreadablePdf {
  return new UnreadablePdf('tooLarge', 'The document unpacks to more than can be read.')
}
