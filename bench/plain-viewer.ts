import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

const pdfjs = join(import.meta.dirname, '../node_modules/pdfjs-dist/build')

const forever = 'public, max-age=31536000, immutable'
/** As every page behind a sign-in should be: a browser then starts a process for it, which is no part of reading. */
const isolated = { 'cross-origin-opener-policy': 'same-origin', 'origin-agent-cluster': '?1' }

/**
 * The peer of the reader: pdf.js as its own viewer uses it, and nothing else. One page at a time on a canvas, as large as
 * the reader draws it, bytes by range and by stream, a search that reads the text of page after page. Keys lead through
 * it as through the reader; its scripts stay in the browser's cache as those of the workspace do.
 */
const html = `<!doctype html><meta charset="utf-8"><title>Plain</title><body>
<script type="module">
import * as pdfjs from '/pdf.min.mjs'
pdfjs.GlobalWorkerOptions.workerSrc = '/pdf.worker.min.mjs'
const pdf = await pdfjs.getDocument({ url: '/file.pdf', disableAutoFetch: true }).promise
let shown
addEventListener('keydown', ({ key }) => {
  if (key === 'n') void show(shown.pageNumber + 1)
  if (key === 'Enter') void show(window.typed)
})
window.show = async (number) => {
  const page = await pdf.getPage(number)
  const viewport = page.getViewport({ scale: Number(new URLSearchParams(location.search).get('scale') ?? 1.3) })
  const canvas = document.createElement('canvas')
  canvas.width = viewport.width
  canvas.height = viewport.height
  canvas.dataset.page = number
  await page.render({ canvas, viewport }).promise
  document.body.replaceChildren(canvas)
  shown?.cleanup()
  shown = page
}
window.find = async (words, most) => {
  for (let number = 1; number <= Math.min(most, pdf.numPages); number++) {
    const page = await pdf.getPage(number)
    const { items } = await page.getTextContent()
    page.cleanup()
    if (items.map(({ str }) => str).join(' ').includes(words)) return window.show(number)
  }
}
await window.show(1)
</script>`

export async function startPlainViewer(pdfPath: string) {
  const { size } = await stat(pdfPath)
  const scripts = new Map(
    await Promise.all(
      ['/pdf.min.mjs', '/pdf.worker.min.mjs'].map(
        async (path) => [path, await readFile(join(pdfjs, path))] as const,
      ),
    ),
  )
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://local').pathname
    const script = scripts.get(path)
    if (script)
      return response
        .writeHead(200, { 'content-type': 'text/javascript', 'cache-control': forever })
        .end(script)
    if (path !== '/file.pdf')
      return response.writeHead(200, { 'content-type': 'text/html', ...isolated }).end(html)
    const [, from = '0', to = ''] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? []
    const [start, end] = [Number(from), to === '' ? size - 1 : Math.min(size - 1, Number(to))]
    response.writeHead(request.headers.range ? 206 : 200, {
      'content-type': 'application/pdf',
      'accept-ranges': 'bytes',
      'content-length': end - start + 1,
      'content-range': `bytes ${start}-${end}/${size}`,
    })
    createReadStream(pdfPath, { start, end }).pipe(response)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}
