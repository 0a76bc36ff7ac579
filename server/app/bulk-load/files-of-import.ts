import type { Blobs } from '../../files/blobs.ts'
import { type ImportFiles, noFiles } from '../../files/import-files.ts'
import { openFolder } from '../../files/import-folder.ts'
import { openZip } from '../../files/import-zip.ts'
import type { FilesAt } from './import-record.ts'

/** The files beside a manifest, wherever it came from, until they are disposed of. */
export async function filesAt(files: FilesAt, blobs: Blobs): Promise<ImportFiles & AsyncDisposable> {
  switch (files.kind) {
    case 'blobs':
      return disposable(noFiles)
    case 'folder':
      return disposable(await openFolder(files.path))
    case 'zip':
      return disposable(await openZip(files.path))
    case 'zipBlob': {
      const file = await blobs.localFile(files.sha256)
      return disposable(await openZip(file.path), async () => file[Symbol.asyncDispose]())
    }
  }
}

function disposable(files: ImportFiles, release = async () => {}): ImportFiles & AsyncDisposable {
  return {
    ...files,
    async [Symbol.asyncDispose]() {
      await files.close()
      await release()
    },
  }
}
