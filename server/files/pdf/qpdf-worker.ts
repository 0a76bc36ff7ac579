import { createRequire } from 'node:module'
import type { QpdfJob, QpdfResult } from './qpdf.ts'
import { serveJobs } from './worker.ts'

type Qpdf = {
  callMain(args: string[]): number
  NODEFS: unknown
  FS: {
    init(stdin: () => null, stdout: (byte: number) => void, stderr: (byte: number) => void): void
    mkdir(path: string): void
    mount(type: unknown, options: { root: string }, at: string): void
    writeFile(path: string, text: string): void
  }
}

type CreateQpdf = (options: {
  locateFile: () => string
  noFSInit: boolean
  preRun: ((qpdf: Qpdf) => void)[]
}) => Promise<Qpdf>

const require = createRequire(import.meta.url)
const createQpdf: CreateQpdf = require('@neslinesli93/qpdf-wasm')
const wasm = require.resolve('@neslinesli93/qpdf-wasm/dist/qpdf.wasm')

const maxMemoryBytes = 1024 ** 3
const maxErrorBytes = 10_000

serveJobs(maxMemoryBytes, async ({ args, root }: QpdfJob): Promise<QpdfResult> => {
  const errors: number[] = []
  const qpdf = await createQpdf({
    locateFile: () => wasm,
    noFSInit: true,
    preRun: [
      ({ FS }) =>
        FS.init(
          () => null,
          () => {},
          (byte) => {
            if (errors.length < maxErrorBytes) errors.push(byte)
          },
        ),
    ],
  })
  qpdf.FS.mkdir('/host')
  qpdf.FS.mount(qpdf.NODEFS, { root }, '/host')
  // Thousands of arguments would overflow the stack that they are passed on.
  qpdf.FS.writeFile('/arguments', args.map((arg) => `${arg}\n`).join(''))
  return { exitCode: qpdf.callMain(['@/arguments']), errors: Buffer.from(errors).toString() }
})
