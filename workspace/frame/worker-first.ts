import { startPageWorker } from '../ui/page-worker.ts'
import { readerAddress } from './reader-address.ts'

/** The very first script: what reads PDFs takes longest to start, and who comes for a page waits for it. */
if (readerAddress(location)) startPageWorker()
