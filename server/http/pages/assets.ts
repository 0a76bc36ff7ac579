import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Asset = { path: string; address: string; mediaType: string; content: Buffer }

/** What a page loads. Its address changes with its content, so that no page ever meets a stale one. */
export const assets = {
  pages: asset('/pages.css', 'pages.css', 'text/css'),
  docs: asset('/docs.css', 'reference.css', 'text/css'),
  docsScript: asset('/docs.js', 'reference.mjs', 'text/javascript'),
}

function asset(path: string, file: string, mediaType: string): Asset {
  const content = readFileSync(join(import.meta.dirname, file))
  const version = createHash('sha256').update(content).digest('hex').slice(0, 12)
  return { path, address: `${path}?${version}`, mediaType: `${mediaType}; charset=utf-8`, content }
}
