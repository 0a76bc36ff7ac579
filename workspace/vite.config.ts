import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const service = process.env.PORTICO_URL ?? 'http://localhost:8080'

export default defineConfig({
  base: '/workspace/',
  plugins: [react(), pdfjsFiles()],
  build: {
    target: 'es2024',
    cssTarget: 'chrome123',
    manifest: true,
    // Data addresses would need a wider policy.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // The preloader of Vite adds styles and links by script; each chunk loads its own quickly enough.
    modulePreload: { polyfill: false },
  },
  // `npm run dev -w workspace` beside a running service.
  server: { proxy: { '^/(?!workspace/)': { target: service, changeOrigin: true } } },
})

/** What pdf.js fetches by name while it draws: character maps, the standard fonts and decoders of pictures. */
function pdfjsFiles(): Plugin {
  const from = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))
  return {
    name: 'pdfjs-files',
    apply: 'build',
    generateBundle() {
      for (const folder of ['cmaps', 'standard_fonts', 'wasm'])
        for (const name of readdirSync(join(from, folder)).filter((name) => !/^quickjs|\.wasm$/.test(name)))
          this.emitFile({
            type: 'asset',
            fileName: `pdfjs/${folder}/${name}`,
            source: readFileSync(join(from, folder, name)),
          })
    },
  }
}
