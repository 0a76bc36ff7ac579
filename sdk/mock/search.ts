import * as rules from '../generated/rules.js'
import { refusal } from './engine.ts'
import { type DocumentRecord, documentsOf, isCurrent, pagesOf } from './records.ts'
import { type Handlers, pageOf, type World } from './world.ts'

type Page = { page: number; document: DocumentRecord; text: string }

const mostHits = 50
const mostRemarks = 50

/** By the query language of the service, with its snippets and its tolerance for spelling. */
export function searchHandlers(world: World): Handlers {
  const pagesIn = (documents: readonly DocumentRecord[]): Page[] =>
    documents
      .flatMap((document) =>
        pagesOf(world, document).map((text, index) => ({ page: document.startPage + index, document, text })),
      )
      .sort((a, b) => a.page - b.page)

  const hitsOf = (pages: readonly Page[], query: rules.Query) =>
    pages.flatMap((one) => {
      const read = rules.readPage(one.text)
      return read.isHit(query) ? [{ ...one, read }] : []
    })

  /** The words of these pages, as the service's spelling asks for them. */
  const vocabularyOf = (pages: readonly Page[]): rules.Vocabulary => ({
    async countWords(terms) {
      return terms.map((term) => hitsOf(pages, { required: [[term]], excluded: [] }).length)
    },
    async wordsNear(word, limit) {
      const words = new Set(pages.flatMap(({ text }) => text.toLowerCase().match(/\p{L}+/gu) ?? []))
      return [...words]
        .map((one) => ({ word: one, distance: rules.editDistance(word, one, limit) }))
        .filter(({ distance }) => distance <= limit)
    },
  })

  function queryOf(q: string): rules.Query {
    if (rules.isBlank(q)) throw refusal('invalid', 'The query q must not be blank.')
    if (rules.isOperatorAlone(q)) {
      throw refusal(
        'invalid',
        `The query q has only an operator (${q.trim().slice(0, 40)}): add a word, or search for OR itself as "OR".`,
      )
    }
    return rules.parseQuery(q)
  }

  return {
    async search({ appealId }, { q }) {
      const pages = pagesIn(documentsOf(world, appealId).filter(isCurrent))
      const asked = queryOf(String(q))
      let query = asked
      let hits = hitsOf(pages, asked)
      if (hits.length === 0) {
        query = (await rules.respell(vocabularyOf(pages), asked, [])) ?? asked
        hits = hitsOf(pages, query)
      }
      const shown = hits.slice(0, mostHits)
      return {
        query: String(q),
        hits: shown.map(({ page, read }) => ({ page, snippet: rules.snippetOf(read, query) })),
      }
    },

    async searchCase({ caseId }, { q, after, limit, ...filter }) {
      const documents = documentsOf(world, caseId).filter(isCurrent)
      const asked = queryOf(String(q))
      const { documentId, category, tag, read, receivedFrom, receivedTo } = filter
      const searched = documents
        .filter(
          (one) =>
            (documentId === undefined || documentId === one.id) &&
            (category === undefined || one.categories.includes(String(category))) &&
            (tag === undefined || one.tags.some(({ text }) => text === tag)) &&
            (read === undefined || read === (one.readBy.get(world.me.actor.id)?.read ?? false)) &&
            (receivedFrom === undefined || String(receivedFrom) <= one.receiptDate) &&
            (receivedTo === undefined || one.receiptDate <= String(receivedTo)),
        )
        .sort((a, b) => a.startPage - b.startPage)
      const pages = pagesIn(searched)

      const find = (query: rules.Query) => ({
        query,
        hits: hitsOf(pages, query),
        annotations: searched.flatMap((one) =>
          one.annotations.flatMap(({ id: annotationId, page, comment = '' }) => {
            const found = rules.findIn(comment, query)
            return found ? [{ documentId: one.id, annotationId, page, ...found }] : []
          }),
        ),
        tags: searched.flatMap((one) =>
          one.tags
            .filter(({ text }) => rules.findIn(text, query))
            .map(({ text }) => ({ documentId: one.id, text })),
        ),
      })
      let found = find(asked)
      const isNothing = found.hits.length + found.annotations.length + found.tags.length === 0
      const respelt = isNothing ? await rules.respell(vocabularyOf(pages), asked, []) : undefined
      if (respelt) found = find(respelt)
      const hits = found.hits.map(({ page, document: { id, name }, read: text }) => ({
        ...{ page, document: { id, name }, ...rules.snippetWithMatches(text, found.query), boxes: [] },
      }))
      const whole = pagesIn(documents)
      // A page may be asked for behind any page, not only behind a hit.
      const behind = hits.filter(({ page }) => page > Number(after ?? 0))
      return {
        query: String(q),
        ...(respelt ? { corrected: rules.writeQuery(respelt) } : {}),
        ...{ total: hits.length, isExact: true, ...pageOf('hits', behind, ({ page }) => page, { limit }) },
        documents: searched.flatMap(({ id, name }) => {
          const count = hits.filter(({ document }) => document.id === id).length
          return count > 0 ? [{ id, name, count }] : []
        }),
        annotations: found.annotations.slice(0, mostRemarks),
        tags: found.tags.slice(0, mostRemarks),
        text: { pagesRead: whole.length, pages: whole.length, pagesToRecognise: 0, unreadablePages: 0 },
      }
    },
  }
}
