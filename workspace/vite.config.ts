import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** What runs before the shell, and what draws the first page, as found while the workspace is built. */
const workerFirst = new Set<string>()
const early = new Set<string>()
const firstPage = new Set<string>()

const service = process.env.PORTICO_URL ?? 'http://localhost:8080'

export default defineConfig({
  base: '/workspace/',
  plugins: [react(), pdfjsFiles(), flatPageTrees(), startEarly()],
  build: {
    target: 'es2024',
    cssTarget: 'chrome123',
    manifest: true,
    // Data addresses would need a wider policy.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // The preloader of Vite adds styles and links by script; each chunk loads its own quickly enough.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // Each file costs a browser as much as ten kilobytes: the shell is one, what several screens share another.
        codeSplitting: {
          groups: [
            { name: 'worker-first', test: (id) => workerFirst.has(id), priority: 5 },
            { name: 'early', test: (id) => early.has(id), priority: 4 },
            { name: 'first-page', test: (id) => firstPage.has(id), priority: 3 },
            { name: 'shell', tags: ['$initial'], priority: 2 },
            { name: 'pdfjs', test: /pdfjs-dist|ui\/pdfjs/, priority: 2 },
            { name: 'shared', minShareCount: 2, priority: 1, test: (id) => !/ui\/pdf-/.test(id) },
          ],
        },
      },
    },
  },
  // `npm run dev -w workspace` beside a running service.
  server: { proxy: { '^/(?!workspace/)': { target: service, changeOrigin: true } } },
})

/**
 * What pdf.js fetches by name while it draws: character maps, the standard fonts and decoders of pictures. Its version is
 * in the path: like everything under `assets/`, what is there never changes.
 */
function pdfjsFiles(): Plugin {
  const about = createRequire(import.meta.url).resolve('pdfjs-dist/package.json')
  const from = dirname(about)
  const { version } = JSON.parse(readFileSync(about, 'utf8')) as { version: string }
  return {
    name: 'pdfjs-files',
    apply: 'build',
    generateBundle() {
      for (const folder of ['cmaps', 'standard_fonts', 'wasm'])
        for (const name of readdirSync(join(from, folder)).filter((name) => !/^quickjs|\.wasm$/.test(name)))
          this.emitFile({
            type: 'asset',
            fileName: `assets/pdfjs-${version}/${folder}/${name}`,
            source: readFileSync(join(from, folder, name)),
          })
    },
  }
}

/**
 * Where every kid of a node of the page tree is a page, pdf.js reads them all to find one. Many programs write such files:
 * of 30,000 pages that took over a second, and of scans that come by range most of the file. Here the page is taken by its
 * place, if the node counts as many pages as it has kids.
 */
function flatPageTrees(): Plugin {
  const file = createRequire(import.meta.url).resolve('pdfjs-dist/build/pdf.worker.min.mjs')
  const everyKid = 'for(let e=h.length-1;e>=0;e--){const a=h[e];t.push(a);n===this.toplevelPagesDict'
  const byPlace = `if(c===h.length&&h[e-l]instanceof Ref){const a=h[e-l],n=await s.fetchAsync(a);\
if(n instanceof Dict&&isName(n.getRaw("Type"),"Page")&&!n.has("Kids")){\
r.has(a)||r.put(a,1);i.has(a)||i.put(a,e);return[n,a]}}`
  return {
    name: 'flat-page-trees',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      if (id !== `${file}?url`) return
      const parts = readFileSync(file, 'utf8').split(everyKid)
      if (parts.length !== 2) throw new Error('pdf.js walks through page trees in another way now')
      const source = parts.join(`/* Changed by Portico. */${byPlace}${everyKid}`)
      const reference = this.emitFile({ type: 'asset', name: 'pdf.worker.min.mjs', source })
      return `export default import.meta.ROLLUP_FILE_URL_${reference}`
    },
  }
}

/**
 * A script before that of the shell, which imports little: it decides when the shell is started. That is fetched
 * meanwhile, but not read.
 */
function startEarly(): Plugin {
  const at = (path: string) => join(import.meta.dirname, path)
  const entries = [at('frame/worker-first.ts'), at('frame/early.ts')]
  return {
    name: 'early',
    apply: 'build',
    buildStart() {
      for (const id of entries) this.emitFile({ type: 'chunk', id })
    },
    buildEnd() {
      const add = (to: Set<string>, module: string) => {
        // Of the client only what tells its errors: the rest is a chunk of its own.
        if (to.has(module) || /pdfjs-dist\/build\/pdf\.min|\/sdk\/(?!errors)/.test(module)) return
        to.add(module)
        for (const imported of this.getModuleInfo(module)?.importedIds ?? []) add(to, imported)
      }
      add(workerFirst, at('frame/worker-first.ts'))
      add(early, at('frame/early.ts'))
      // What the shell needs too would otherwise be part of it, or of what draws the first page.
      const shared = ['../sdk/errors.ts', 'data/appearance.ts', 'ui/controls.ts', 'words/language.ts']
      for (const one of shared) add(early, at(one))
      for (const one of ['reading/first-page.ts', 'frame/held-keys.ts']) add(firstPage, at(one))
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((one) => one.type === 'chunk')
        /** What an entry imports is all that it consists of. */
        const fileOf = (id: string) => {
          const [file] = chunks.find(({ facadeModuleId }) => facadeModuleId === id)?.imports ?? []
          if (!file) throw new Error(`${id} is not among the chunks`)
          return `/workspace/${file}`
        }
        const shell = /<script type="module" crossorigin src="([^"]+)"><\/script>/
        if (!shell.test(html)) throw new Error('the page does not name the script of the shell')
        return {
          html: html.replace(
            shell,
            '<link rel="preload" as="script" crossorigin fetchpriority="low" href="$1">',
          ),
          tags: entries.map((id) => ({
            tag: 'script',
            attrs: { type: 'module', async: true, src: fileOf(id) },
          })),
        }
      },
    },
  }
}
