import { startPageWorker } from '../ui/page-worker.ts'
import { readerAddress } from './reader-address.ts'

/** Runs before the shell is there: what reads PDFs takes long to start, and who comes for a page waits for it. */
if (readerAddress(location.pathname)) {
  startPageWorker()
  import('../ui/pdfjs.ts').catch(() => {})
}
