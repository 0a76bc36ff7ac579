import { useQuery, useQueryClient } from '@tanstack/react-query'
import { keys } from '../../data/keys.ts'
import { portico, useMe } from '../../data/session.ts'
import { type Store, useStore } from '../../data/store.ts'
import { Button } from '../../ui/button.tsx'
import { moment } from '../../ui/dates.ts'
import { words } from '../../words/reading.ts'
import { SetAside } from '../documents/set-aside.tsx'
import { caseSources, pageMap } from '../queries.ts'
import { useReading } from '../reading.ts'
import { remembered } from '../remembered.ts'
import { Colleagues } from './colleagues.tsx'
import { Share } from './share.tsx'

const { coverage: text } = words

export const marksRead = remembered('marks-read', true)

/** How much of the file was read, what is missing, and what has arrived. */
export function CoveragePane({ seen }: { seen: Store<ReadonlySet<number>> }) {
  const { caseId, file, goTo } = useReading()
  const client = useQueryClient()
  const pages = useStore(seen)
  const isAutomatic = marksRead.use()
  const mayKnow = useMe().audience !== 'party'
  const sources = useQuery({ ...caseSources(caseId), enabled: mayKnow }).data
  const map = useQuery(pageMap(caseId)).data
  const read = file.documents.filter((document) => document.read)
  const unread = file.documents.filter((document) => !document.read)
  const arrived = sources?.sources.flatMap(({ arrivals }) => arrivals) ?? []
  const inFile = [...pages].filter((page) => file.indexOf(page) !== undefined).length

  async function markLooked() {
    if (!sources) return
    await portico().documents.looked(caseId, sources.version)
    await client.invalidateQueries({ queryKey: keys.of(caseId, 'sources') })
  }

  return (
    <div className="coverage">
      <Share label={text.documents} part={read.length} whole={file.documents.length} />
      <Share label={text.pages} part={inFile} whole={file.pageCount} />
      {map && map.pages > map.uniquePages ? (
        <p className="faint">{text.repeats(map.pages - map.uniquePages)}</p>
      ) : null}
      <label className="setting">
        <input
          type="checkbox"
          checked={isAutomatic}
          onChange={(event) => marksRead.set(event.target.checked)}
        />
        {text.autoRead}
      </label>
      {sources?.sources.length ? (
        <section>
          <h3>{text.sources}</h3>
          <ul>
            {sources.sources.map(({ source, status, present, expected, failures, problem }) => (
              <li key={source}>
                <b>{source}</b> {text.source[status]} · {text.present(present, expected)}
                {problem ? <p className="bad">{problem}</p> : null}
                {failures.length ? (
                  <details>
                    <summary>{text.failures(failures.length)}</summary>
                    <ul>
                      {failures.map(({ sourceId, name, why }) => (
                        <li key={sourceId}>
                          {name}: {why}
                        </li>
                      ))}
                    </ul>
                  </details>
                ) : null}
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <Colleagues />
      <SetAside />
      {arrived.length ? (
        <section>
          <h3>{text.arrived}</h3>
          <ul>
            {arrived.map(({ documentId, name, arrivedAt }) => (
              <li key={`${documentId} ${arrivedAt}`}>
                <button
                  type="button"
                  className="place"
                  onClick={() => {
                    const document = file.document(documentId)
                    if (document) goTo({ page: document.startPage })
                  }}
                >
                  <span>{name}</span> <span className="faint">{moment(arrivedAt)}</span>
                </button>
              </li>
            ))}
          </ul>
          <Button onClick={() => void markLooked()}>{text.looked}</Button>
        </section>
      ) : null}
      {unread.length ? (
        <section>
          <h3>{text.unreadNext}</h3>
          <ul>
            {unread.slice(0, 30).map(({ id, name, startPage }) => (
              <li key={id}>
                <button type="button" className="place" onClick={() => goTo({ page: startPage })}>
                  <span className="number page-number">{words.issues.page(startPage)}</span>
                  <span>{name}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </div>
  )
}
