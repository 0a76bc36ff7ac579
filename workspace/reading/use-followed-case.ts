import { useCallback } from 'react'
import { useLiveCase } from '../data/live.ts'
import { useFindName } from '../data/people.ts'
import { useMe } from '../data/session.ts'
import { words } from '../words/reading.ts'
import type { Reading } from './reading.ts'
import { useCounted } from './use-counted.ts'

/** Keeps the reader up to date, and announces what colleagues do. */
export function useFollowedCase(
  { caseId, pdfs, drawings, say }: Pick<Reading, 'caseId' | 'pdfs' | 'drawings' | 'say'>,
  version: number,
) {
  const me = useMe()
  const findName = useFindName()
  const sayNote = async (username: string, page: number) =>
    say(words.notes.arrived(await findName(username), page))
  const filed = useCounted(useCallback((count: number) => say(words.documents.filed(count)), [say]))
  useLiveCase(caseId, version, (event) => {
    if (/^document\.(filed|revised|divided|admitted|removed|held)$/.test(event.type)) {
      pdfs.forget()
      drawings.clear()
    }
    if (event.actor.name === me.username) return
    if (event.type === 'document.filed') filed.add()
    if (event.type === 'case.documentsArranged')
      void findName(event.actor.name).then((name) => say(words.documents.arrangedBy(name)))
    if (event.type === 'document.annotated' && event.data) void sayNote(event.actor.name, event.data.page)
  })
}
