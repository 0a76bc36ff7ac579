import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const service = process.env.PORTICO_URL ?? 'http://localhost:8080'

export default defineConfig({
  base: '/workspace/',
  plugins: [react(), pdfjsFiles(), early()],
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
            {
              name: 'early',
              test: /frame\/early|frame\/reader-address|ui\/page-worker|pages\/byte-ranges|preload-helper|pdf\.worker/,
              priority: 3,
            },
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

/** A script before that of the shell, which imports little: it runs while the shell is still on its way. */
function early(): Plugin {
  const id = join(import.meta.dirname, 'frame/early.ts')
  return {
    name: 'early',
    apply: 'build',
    buildStart() {
      this.emitFile({ type: 'chunk', id, name: 'early' })
    },
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle = {} }) {
        const chunk = Object.values(bundle).find((one) => one.type === 'chunk' && one.facadeModuleId === id)
        if (!chunk) throw new Error('frame/early.ts is not among the chunks')
        const attrs = { type: 'module', src: `/workspace/${chunk.fileName}` }
        return [{ tag: 'script', attrs, injectTo: 'head-prepend' }]
      },
    },
  }
}
