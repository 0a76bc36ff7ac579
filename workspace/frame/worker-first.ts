import { startPageWorker } from '../ui/page-worker.ts'
import { readerAddress } from './reader-address.ts'

/** The very first script: the thread that reads PDFs takes longest to start. */
if (readerAddress(location)) startPageWorker()
