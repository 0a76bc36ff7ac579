import { X } from 'lucide-react'
import { type FormEvent, type Ref, useEffect, useId, useState } from 'react'
import { type Store, useStore } from '../../data/store.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Failure, State } from '../../ui/states.tsx'
import { words } from '../../words/reading.ts'
import { useReading } from '../reading.ts'
import { remembered } from '../remembered.ts'
import type { Hits } from './hits.ts'
import type { SearchFilter } from './search-filter.ts'
import { SearchFilters } from './search-filters.tsx'
import { Snippet } from './snippet.tsx'
import type { Hit } from './steps.ts'

const { search: said } = words
const recent = remembered<readonly string[]>('recent-searches', [])

export function rememberSearch(query: string) {
  recent.set([query, ...recent.get().filter((other) => other !== query)].slice(0, 8))
}

/** Searches the whole case, with notes and tags. Results are grouped by document. */
export function SearchPane({
  hits,
  now,
  field,
  filter,
  onFilter,
  onSearch,
  onMore,
  onAnnotation,
}: {
  hits: Hits
  now: Store<Hit | undefined>
  field: Ref<HTMLInputElement>
  filter: SearchFilter
  onFilter: (filter: SearchFilter) => void
  onSearch: (query: string) => void
  onMore: () => void
  onAnnotation: (annotationId: string, page: number) => void
}) {
  const [text, setText] = useState(hits.query)
  useEffect(() => setText(hits.query), [hits.query])
  const id = useId()

  function submit(event: FormEvent) {
    event.preventDefault()
    onSearch(text.trim())
  }

  return (
    <div className="search-pane">
      <form role="search" onSubmit={submit}>
        <label className="hidden-visually" htmlFor={id}>
          {said.label}
        </label>
        <input
          id={id}
          ref={field}
          type="search"
          className="field"
          value={text}
          placeholder={said.placeholder}
          aria-keyshortcuts="/"
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') event.currentTarget.blur()
          }}
        />
        {hits.query ? (
          <IconButton name={said.clear} icon={<X />} onClick={() => onSearch('')} />
        ) : (
          <Button type="submit">{said.go}</Button>
        )}
      </form>
      <SearchFilters filter={filter} onFilter={onFilter} />
      {hits.query ? (
        <Found hits={hits} now={now} onMore={onMore} onAnnotation={onAnnotation} />
      ) : (
        <Help onSearch={onSearch} />
      )}
    </div>
  )
}

function Help({ onSearch }: { onSearch: (query: string) => void }) {
  const searches = recent.use()
  return (
    <div className="help">
      {searches.length ? (
        <section>
          <h3>{said.recent}</h3>
          <ul>
            {searches.map((query) => (
              <li key={query}>
                <Button kind="plain" onClick={() => onSearch(query)}>
                  {query}
                </Button>
              </li>
            ))}
          </ul>
          <Button onClick={() => recent.set([])}>{said.forget}</Button>
        </section>
      ) : null}
      <section>
        <h3>{said.operators}</h3>
        <dl>
          {Object.entries(said.operator).map(([name, [example, meaning]]) => (
            <div key={name}>
              <dt>
                <code>{example}</code>
              </dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
      </section>
    </div>
  )
}

function Found({
  hits,
  now,
  onMore,
  onAnnotation,
}: {
  hits: Hits
  now: Store<Hit | undefined>
  onMore: () => void
  onAnnotation: (annotationId: string, page: number) => void
}) {
  const { file, goTo } = useReading()
  const current = useStore(now)
  const [first] = hits.results ?? []
  if (hits.error && !first) return <Failure error={hits.error} />
  if (!first) return <p role="status">{said.searching}</p>
  const { total, isExact, corrected, query, annotations, tags, text } = first
  const pages = hits.results?.flatMap(({ hits }) => hits) ?? []
  const byDocument = Map.groupBy(pages, ({ document }) => document.id)
  const isNothing = total === 0 && annotations.length === 0 && tags.length === 0

  const open = (page: number) => {
    const hit = hits.byPage.get(page)?.[0]
    now.set(hit)
    goTo({ page, box: hit?.box })
  }
  return (
    <section className="found" aria-label={said.results}>
      <p role="status" className="soft">
        {corrected ? `${said.instead(query, corrected)} ` : ''}
        {said.summary(total, isExact)} {said.inDocuments(first.documents.length)}
      </p>
      {text.pagesRead < text.pages ? (
        <p className="faint">{said.notAll(text.pagesRead, text.pages)}</p>
      ) : null}
      {isNothing ? <State title={said.none(query)}>{said.noneText}</State> : null}
      {first.documents.map(({ id, name, count }) => {
        const found = byDocument.get(id)
        if (!found) return null
        return (
          <section key={id} className="of-document">
            <h3>
              <span>{name}</span> <span className="faint">{said.hits(count)}</span>
            </h3>
            <ul>
              {found.map(({ page, snippet, matches }) => (
                <li key={page}>
                  <button
                    type="button"
                    className={`place ${current?.page === page ? 'now' : ''}`}
                    aria-current={current?.page === page}
                    onClick={() => open(page)}
                  >
                    <span className="number page-number">{said.page(page)}</span>
                    <Snippet text={snippet} matches={matches} />
                  </button>
                </li>
              ))}
            </ul>
          </section>
        )
      })}
      {pages.length < total ? <Button onClick={onMore}>{said.more}</Button> : null}
      {annotations.length ? (
        <section className="of-document">
          <h3>{said.comments}</h3>
          <ul>
            {annotations.map(({ annotationId, page, snippet, matches }) => (
              <li key={annotationId}>
                <button type="button" className="place" onClick={() => onAnnotation(annotationId, page)}>
                  <span className="number page-number">{said.page(page)}</span>
                  <Snippet text={snippet} matches={matches} />
                </button>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {tags.length ? (
        <section className="of-document">
          <h3>{said.tags}</h3>
          <ul>
            {tags.map(({ documentId, text }) => (
              <li key={`${documentId} ${text}`}>
                <button
                  type="button"
                  className="place"
                  onClick={() => {
                    const document = file.document(documentId)
                    if (document) goTo({ page: document.startPage })
                  }}
                >
                  <span className="tag">{text}</span>
                  <span>{file.document(documentId)?.name}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </section>
  )
}
