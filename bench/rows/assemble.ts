import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { openBlobs } from '../../server/files/blobs.ts'
import { type RawObjects, rawPages, rawPdf } from '../../server/files/intake/raw-pdf.ts'
import { newDocument, openDesk } from '../../server/test/case-desk.ts'
import { freshDatabase } from '../../server/test/database.ts'
import { putBytes } from '../../server/test/test-pdf.ts'
import { type Comparison, elapsedMs, interleaved, median, scaled } from '../measure.ts'
import { startService } from '../processes.ts'
import { tempFolder } from '../temp-folder.ts'

const fileCount = scaled(100)
const pagesOfFile = 100
const scanBytes = 28_000
const rounds = 3
const memoryLimitMb = 300

const run = promisify(execFile)

/** The file of a large case, as it is downloaded for the first time, beside qpdf merging the same files. */
export async function assemble(): Promise<Comparison[]> {
  await using stack = new AsyncDisposableStack()
  const folder = stack.use(await tempFolder())
  const db = await freshDatabase({ size: 2 })
  stack.defer(db.close)
  const blobs = await openBlobs(join(folder.path, 'blobs'), new Date())
  const documents: ReturnType<typeof newDocument>[] = []
  for (let index = 0; index < fileCount; index++) {
    const document = newDocument(pagesOfFile, `Treatment record, part ${index + 1}`)
    const bytes = scannedPages()
    const sha256 = await putBytes(blobs, bytes)
    document.content = { ...document.content, sha256, bytes: bytes.length }
    documents.push(document)
  }
  const { caseId } = await openDesk(db).open(documents)
  const service = stack.use(await startService(folder.path, db.url))
  const headers = { authorization: `Bearer ${service.token}` }
  const firstBytes: number[] = []
  const growths: number[] = []
  let bytes = 0

  const download = async () => {
    await rm(join(folder.path, 'derived', 'files'), { recursive: true, force: true })
    let ms = 0
    const { bytes: growth } = await service.memoryGrowth(async () => {
      const started = performance.now()
      const answer = await fetch(`${service.url}/appeals/${caseId}/file`, { headers })
      if (answer.status !== 200 || !answer.body)
        throw new Error(`the file was answered with ${answer.status}`)
      bytes = 0
      for await (const chunk of answer.body) {
        if (bytes === 0) firstBytes.push(performance.now() - started)
        bytes += chunk.length
      }
      ms = performance.now() - started
    })
    if (bytes < fileCount * pagesOfFile * scanBytes) throw new Error('the file is too short')
    growths.push(growth)
    return ms
  }
  const merge = async () => {
    const files = await Promise.all(documents.map(({ content }) => blobs.localFile(content.sha256)))
    const pages = files.flatMap(({ path }) => [path, '1-z'])
    const output = join(folder.path, 'merged.pdf')
    const ms = await elapsedMs(() => run('qpdf', ['--empty', '--pages', ...pages, '--', output]))
    await rm(output)
    return ms
  }

  const hasQpdf = await run('qpdf', ['--version']).then(
    () => true,
    () => false,
  )
  if (!hasQpdf)
    console.error('assemble: there is no qpdf on this machine, so that nothing stands beside the time.')
  const { ours, peer } = await interleaved(rounds, {
    ours: download,
    peer: hasQpdf ? merge : async () => Number.NaN,
  })
  const what = `${fileCount * pagesOfFile} pages (${Math.round(bytes / 1e6)} MB) as one PDF`
  return [
    ...(hasQpdf
      ? [{ what, unit: 'ms', ours, peer, peerName: 'native qpdf, a file', aim: { atMost: 2.5 } }]
      : []),
    {
      what: 'its first byte',
      unit: 'ms',
      ours: median(firstBytes),
      peer: ours,
      peerName: 'its last byte',
      aim: { atMost: 0.25 },
    },
    {
      what: 'how much the service grows meanwhile',
      unit: 'MB',
      ours: Math.max(...growths) / 1e6,
      peer: memoryLimitMb,
      peerName: 'the limit',
      aim: { atMost: 1 },
    },
  ]
}

/** A picture of random bytes on each page, as a scan would have. */
function scannedPages(): Buffer {
  const objects: RawObjects = { 1: '<</Type/Catalog/Pages 2 0 R>>', ...rawPages(pagesOfFile) }
  for (let page = 0; page < pagesOfFile; page++) {
    const id = page * 2 + 4
    const picture = 1000 + page
    objects[id] = String(objects[id]).replace('/Font<<', `/XObject<</Im ${picture} 0 R>>/Font<<`)
    objects[picture] = {
      dictionary:
        '/Type/XObject/Subtype/Image/Width 900/Height 900/BitsPerComponent 8/ColorSpace/DeviceGray/Filter/DCTDecode',
      bytes: randomBytes(scanBytes),
    }
  }
  return rawPdf(objects)
}
