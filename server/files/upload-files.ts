import type { Stats } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, stat, truncate, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Refusal } from '../core/kernel/decider.ts'
import { isNoSpace } from './disk-space.ts'
import { missingIsUndefined, moveIntoPlace, openTempFolder } from './temp-files.ts'

/** What is known of an upload. */
export type About = { owner: string; bytes: number; name: string; sha256?: string; createdAt: string }

export type UploadFiles = Awaited<ReturnType<typeof openUploadFiles>>

/** The files of uploads on the disk: one folder for each, with what is known of it and the bytes that have arrived. */
export async function openUploadFiles(folder: string, now: Date) {
  const root = resolve(folder)
  const temps = await openTempFolder(join(root, 'tmp'), now)
  const folderOf = (id: string) => join(root, 'parts', id)
  const bytesOf = (id: string) => join(folderOf(id), 'bytes')
  const aboutOf = (id: string) => join(folderOf(id), 'about.json')
  const usedOf = (id: string) => join(folderOf(id), 'used')
  const droppedOf = (id: string) => join(folderOf(id), 'dropped')

  async function aboutIn(id: string): Promise<About | undefined> {
    const text = await readFile(aboutOf(id), 'utf8').catch(missingIsUndefined)
    return text === undefined ? undefined : (JSON.parse(text) as About)
  }

  async function ids(): Promise<string[]> {
    const parts = join(root, 'parts')
    await mkdir(parts, { recursive: true, mode: 0o700 })
    return readdir(parts)
  }

  return {
    folderOf,
    bytesOf,
    aboutIn,
    ids,

    async read(id: string, owner: string): Promise<About & { offset: number }> {
      const about = /^\w{1,60}$/.test(id) ? await aboutIn(id) : undefined
      if (!about || about.owner !== owner) throw new Refusal('notFound', 'There is no such upload.')
      if (await isThere(droppedOf(id)))
        throw new Refusal('gone', 'The upload was idle for 24 hours and was evicted: start it again.')
      const found = await stat(bytesOf(id)).catch(missingIsUndefined)
      return { ...about, offset: found?.size ?? 0 }
    },

    /** Uploads that have not become documents. */
    async unused(): Promise<(About & { id: string })[]> {
      const found: (About & { id: string })[] = []
      for (const id of await ids()) {
        const about = await aboutIn(id)
        if (about && !(await isThere(usedOf(id))) && !(await isThere(droppedOf(id))))
          found.push({ ...about, id })
      }
      return found
    },

    async create(id: string, about: About): Promise<void> {
      const temp = temps.newPath()
      const file = await open(temp, 'wx', 0o600)
      await file.writeFile(JSON.stringify(about)).finally(() => file.close())
      await moveIntoPlace(temp, aboutOf(id), root)
    },

    usedAt: async (id: string): Promise<Date | undefined> =>
      (await stat(usedOf(id)).catch(missingIsUndefined))?.mtime,

    async markUsed(id: string): Promise<void> {
      // Its document is filed: without the mark it only stays longer.
      await writeFile(usedOf(id), '', { mode: 0o600 }).catch((error) =>
        isNoSpace(error) ? undefined : missingIsUndefined(error),
      )
    },

    /** Frees the bytes of an upload that nobody goes on with. */
    async drop(id: string, bytes: Stats | undefined): Promise<void> {
      // Renamed, not written: this has to work on a full disk.
      if (bytes) await rename(bytesOf(id), droppedOf(id))
      await truncate(droppedOf(id)).catch(() => writeFile(droppedOf(id), ''))
    },
  }
}

async function isThere(path: string): Promise<boolean> {
  return (await stat(path).catch(missingIsUndefined)) !== undefined
}
