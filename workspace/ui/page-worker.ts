import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url'

let begun: Worker | undefined

/** The thread that reads PDFs takes long to start: it can, before there is anything to read. */
export function startPageWorker() {
  begun ??= new Worker(workerUrl, { type: 'module', name: 'pages' })
  // Without it one is started as usual, which says what is wrong.
  begun.addEventListener('error', () => {
    begun = undefined
  })
}

/** The one that was started before, for the first who asks. */
export function begunWorker(): Worker | undefined {
  const mine = begun
  begun = undefined
  return mine
}

export { workerUrl }
