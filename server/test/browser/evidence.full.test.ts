import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { PorticoClient, signIn } from '@portico/sdk'
import type { Page } from 'playwright-core'
import { findBrowser, noBrowser } from '../../../tools/browser.ts'
import { drawnPdf, testPdf } from '../test-pdf.ts'
import { until } from '../until.ts'
import { type Desk, isAccessible, openDesk, picture } from './desk.ts'

const browserPath = await findBrowser()

type Listed = {
  id: string
  name: string
  status: string
  startPage: number
  endPage: number
  version: number
  read: boolean
  tags: string[]
  categories: string[]
}

describe('evidence in a browser', { skip: browserPath ? false : noBrowser }, () => {
  let desk: Desk
  let caseId: string

  before(async () => {
    desk = await openDesk(browserPath as string)
    caseId = desk.world.caseId
  })
  after(() => desk?.close())

  const documents = async () => {
    const { json } = await desk.world.admin('GET', `/cases/${caseId}/documents`)
    return (json as { documents: Listed[] }).documents
  }
  const named = async (name: string) => (await documents()).find((document) => document.name === name)
  const reading = (path: string, use: (page: Page) => Promise<void>) =>
    desk.at(
      `/cases/${caseId}/read${path}`,
      async (page) => {
        await page.locator('[data-page] canvas').first().waitFor()
        await use(page)
      },
      { as: desk.world },
    )
  const row = (page: Page, name: string) => page.getByRole('option', { name: new RegExp(name) })
  const menu = async (page: Page, item: string) => {
    await page.getByRole('button', { name: 'The document', exact: true }).click()
    await page.getByRole('menuitem', { name: item }).click()
    await page.getByRole('dialog').waitFor()
  }
  const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/pdf', buffer })

  it('a file is sent in parts, goes on where it stopped, and is filed under its type', async () => {
    const bundle = await bundlePdf()
    assert.ok(bundle.length > 5e6)
    await reading('', async (page) => {
      // The second part is refused, as by a gateway that has had enough.
      const offsets: string[] = []
      await page.route(/\/uploads\/.*offset=/, async (route) => {
        const offset = new URL(route.request().url()).searchParams.get('offset') ?? ''
        offsets.push(offset)
        if (offset === '0' || offsets.length > 3) return route.continue()
        return route.fulfill({ status: offsets.length === 2 ? 403 : 401, json: { error: 'Not now.' } })
      })
      const renewing = '**/auth/session/refresh'
      await page.route(renewing, (route) => route.fulfill({ status: 401, json: { error: 'It has ended.' } }))
      await page.keyboard.press('u')
      await page.getByLabel('Files').setInputFiles(file('mail-of-march.pdf', bundle))
      await page.getByLabel('Name', { exact: true }).fill('Mail of March')
      await page.getByLabel('Type', { exact: true }).selectOption({ label: 'Service personnel record' })
      await isAccessible(page)
      await picture(page, 'reader-filing')
      await page.getByRole('button', { name: 'File the document' }).click()
      await page.getByText('Stopped: Not now.').waitFor()
      await isAccessible(page)
      // It goes on when one leaves the reader, and the frame shows how far it is.
      await page.getByRole('navigation', { name: 'Workspace' }).getByRole('link', { name: 'Cases' }).click()
      await page.waitForURL(/\/cases$/)
      const onItsWay = page.getByRole('region', { name: 'Files on their way' })
      await onItsWay.getByText('Stopped: Not now.').waitFor()
      await isAccessible(page)
      await picture(page, 'frame-filing')
      await onItsWay.getByRole('button', { name: 'Resume' }).click()
      // The sign-in ends on the way: with the next one it goes on by itself.
      const again = page.getByRole('dialog', { name: 'Sign in' })
      await again.waitFor()
      await page.unroute(renewing)
      await again.getByLabel('Password').fill(desk.world.password)
      await page.keyboard.press('Enter')
      await until(async () => (await named('Mail of March'))?.status === 'current')
      await onItsWay.waitFor({ state: 'detached' })
      await page.goBack()
      await row(page, 'Mail of March').waitFor()
      assert.equal(offsets[0], '0')
      assert.equal(offsets.filter((offset) => offset === '0').length, 1, 'no byte is sent twice')
      await row(page, 'Mail of March').getByText('Service personnel record').waitFor()
      assert.equal(
        (await named('Mail of March'))?.endPage,
        ((await named('Mail of March'))?.startPage ?? 0) + 4,
      )
    })
  })

  it('a bundle is divided as proposed, with a change', async () => {
    const bundle = await named('Mail of March')
    await until(async () => {
      const path = `/cases/${caseId}/documents/${bundle?.id}/division`
      const { json } = await desk.world.admin('GET', path)
      return (json as { pagesRead: number; parts: unknown[] }).pagesRead === 5
    })
    await reading(`/documents/${bundle?.id}`, async (page) => {
      await menu(page, 'Divide…')
      await page.getByText('It seems to hold 2 documents. Change what is wrong.').waitFor()
      await page.getByLabel('Name of document 2').fill('Examination of the knee')
      await page.getByLabel('Another document begins on page').fill(String(bundle?.endPage))
      await page.keyboard.press('Enter')
      await page.getByLabel('Name of document 3').fill('Cover sheet')
      await isAccessible(page)
      await picture(page, 'reader-division')
      await page.getByRole('button', { name: 'Divide into 3 documents' }).click()
      await row(page, 'Examination of the knee').waitFor()
      const parts = (await documents()).filter(({ startPage }) => startPage >= (bundle?.startPage ?? 0))
      assert.deepEqual(
        parts
          .filter(({ status }) => status === 'current')
          .map(({ startPage, endPage }) => endPage - startPage + 1),
        [2, 2, 1],
      )
    })
  })

  it('a document gets a new version, is removed with a reason, and the removal undone', async () => {
    const letter = await named('Cover sheet')
    await reading(`/documents/${letter?.id}`, async (page) => {
      await menu(page, 'New version…')
      await page
        .getByLabel('New version')
        .setInputFiles(file('letter.pdf', await testPdf(['Dear Board, again.'])))
      await page.getByRole('button', { name: 'File the new version' }).click()
      await until(async () => (await named('Cover sheet'))?.version === 2)
      // Who reads the old version is at the same place of the new one, wherever that is said.
      const at = (await named('Cover sheet'))?.startPage
      assert.notEqual(at, letter?.startPage)
      await page.waitForURL((url) => url.pathname.endsWith(`/pages/${at}`))
      await page.getByRole('heading', { name: 'Cover sheet', exact: true }).waitFor()
      await page.locator(`[data-page="${at}"] canvas`).waitFor()
      await menu(page, 'Remove from the file…')
      await page.getByRole('button', { name: 'Remove', exact: true }).click()
      await page.getByText('Say why: the reason stays in the history of the case.').waitFor()
      await isAccessible(page)
      await page.getByLabel('Why').fill('It is of another case.')
      await page.getByRole('button', { name: 'Remove', exact: true }).click()
      await row(page, 'Cover sheet').waitFor({ state: 'detached' })
      await page.getByRole('option', { selected: true }).waitFor()
      assert.equal((await named('Cover sheet'))?.status, 'removed')
      await page.getByRole('button', { name: 'Undo' }).click()
      await row(page, 'Cover sheet').waitFor()
      // Removed by somebody else, a document has no tags to be typed.
      await row(page, 'Cover sheet').click()
      await page.keyboard.press('t')
      await page.getByRole('dialog', { name: /^Tags/ }).waitFor()
      const setStatus = (status: string) =>
        desk.world.admin('PUT', `/cases/${caseId}/documents/${letter?.id}/status`, {
          body: { status, why: 'Looked at again.' },
        })
      await setStatus('removed')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await setStatus('current')
      await row(page, 'Cover sheet').waitFor()
    })
  })

  it('an old link leads to where the words are now, or says that they are gone and shows the old version', async () => {
    const { baseUrl, username, password } = desk.world
    const { idToken } = await signIn({ baseUrl, username, password })
    const client = new PorticoClient({ baseUrl, token: idToken })
    const pdf = async (...pages: string[]) => new Blob([new Uint8Array(await testPdf(pages))])
    const kept = 'The left knee gives way on stairs and swells after walking for a mile.'
    const gone = 'Hearing in the right ear is normal at every frequency that was tested.'
    const { id, startPage } = await client.documents.add(
      caseId,
      { name: 'Two findings' },
      await pdf(kept, gone),
    )
    const placeOf = (page: number) => client.cases.pagePlace(caseId, page)
    await reading(`/pages/${startPage}`, async (page) => {
      page.setDefaultTimeout(60_000)
      await page.locator(`[data-page="${startPage}"] canvas`).waitFor()
      await until(async () =>
        (await client.cases.pageText(caseId, id, startPage + 1)).text.includes('Hearing'),
      )
      // A colleague revises it: whoever reads it stays with its words, which are a page further now.
      const revised = await client.documents.revise(
        caseId,
        id,
        await pdf('A cover sheet of the clinic.', kept),
      )
      const now = revised.startPage + 1
      await page.waitForURL((url) => url.pathname.endsWith(`/pages/${now}`))
      await page.getByText(`what was on page ${startPage} is on page ${now} now.`).waitFor()
      await page.locator(`[data-page="${now}"] canvas`).waitFor()
      await until(async () => (await placeOf(startPage + 1)).status === 'gone')
      await page.goto(`${baseUrl}/workspace/cases/${caseId}/read/pages/${startPage + 1}`)
      await page
        .getByText(`what was on page ${startPage + 1} is not in it any more: this is the nearest`)
        .waitFor()
      await page.waitForURL((url) => url.pathname.endsWith(`/pages/${now}`))
      await page.getByRole('button', { name: 'See the old version' }).press('Enter')
      const old = page.getByRole('dialog', { name: 'Two findings, version 1' })
      await old.getByRole('img', { name: 'Two findings, page 2 of the old version' }).waitFor()
      await old.getByText(gone).waitFor({ state: 'attached' })
      await isAccessible(page)
    })
    await client.documents.setStatus(caseId, id, { status: 'removed', why: 'Only for this.' })
  })

  it('the only document is removed, and put back after a reload', async () => {
    const form = new FormData()
    const of = { veteran: { firstName: 'Only', lastName: 'One' }, receiptDate: '2026-01-02' }
    form.set('case', JSON.stringify({ ...of, documents: [{ name: 'Alone', pageCount: 1 }] }))
    const pdf = new Uint8Array(await testPdf(['All there is.']))
    form.set('file', new Blob([pdf], { type: 'application/pdf' }), 'alone.pdf')
    const { json, text } = await desk.world.admin('POST', '/cases', { body: form })
    const { id } = (json as { case?: { id: string } }).case ?? assert.fail(text)
    await desk.at(
      `/cases/${id}/read`,
      async (page) => {
        await page.locator('[data-page] canvas').waitFor()
        await menu(page, 'Remove from the file…')
        await page.getByLabel('Why').fill('It is of another case.')
        await page.getByRole('button', { name: 'Remove', exact: true }).click()
        await page.getByText('There is no document in this case').waitFor()
        await page.reload()
        await page.getByRole('button', { name: 'Put into the file' }).waitFor()
        assert.equal(await page.locator('.status-line').count(), 0)
        await isAccessible(page)
        await picture(page, 'reader-empty')
        await page.getByRole('button', { name: 'Put into the file' }).click()
        await page.locator('[data-page] canvas').waitFor()
      },
      { as: desk.world },
    )
  })

  it('a copy is held until somebody decides; copies are folded under what they repeat', async () => {
    const copied = await testPdf([statement])
    const form = (name: string) => {
      const body = new FormData()
      body.set('document', JSON.stringify({ name, onDuplicate: 'link' }))
      body.set('file', new Blob([new Uint8Array(copied)], { type: 'application/pdf' }), 'statement.pdf')
      return body
    }
    for (const name of ['Statement', 'Statement again'])
      assert.equal(
        (await desk.world.admin('POST', `/cases/${caseId}/documents`, { body: form(name) })).status,
        201,
      )
    await reading('', async (page) => {
      await row(page, 'Statement again')
        .getByText(/copy of page/)
        .waitFor()
      await page.keyboard.press('y')
      await row(page, 'Statement again').waitFor({ state: 'detached' })
      await row(page, 'Statement').getByText('1 copy folded').waitFor()

      await page.getByRole('button', { name: 'File documents' }).click()
      await page.getByLabel('Files').setInputFiles(file('Statement a third time.pdf', copied))
      await page.getByRole('button', { name: 'File the document' }).click()
      await page.getByText('Statement a third time has arrived and is held.').waitFor()
      await page.getByRole('tab', { name: 'Coverage' }).click()
      const held = page.locator('.coverage li', { hasText: 'Statement a third time' })
      await held.waitFor()
      await isAccessible(page)
      await held.getByRole('button', { name: 'Keep out' }).click()
      await held.getByText('removed').waitFor()
    })
  })

  it('a page is compared with its near-copy, word by word; thumbnails lead to pages; pages are printed', async () => {
    const { json } = await desk.world.admin('GET', `/cases/${caseId}/page-map`)
    type Map = { documents: { duplicates: { kind: string; startPage: number; ofStartPage: number }[] }[] }
    const [near] = (json as Map).documents
      .flatMap(({ duplicates }) => duplicates)
      .filter(({ kind }) => kind === 'near')
    await reading(`/pages/${near?.startPage}`, async (page) => {
      await page.getByText(`near-copy of page ${near?.ofStartPage}`).waitFor()
      await page.keyboard.press('2')
      await page.locator('.thumbnails canvas').first().waitFor()
      await page.keyboard.press('w')
      await page.locator('.compare [data-differs]').first().waitFor()
      await page.locator(`.sheets > .pages [data-page="${near?.startPage}"] [data-differs]`).first().waitFor()
      await page.getByText(/^\d+ words? differs?$/).waitFor()
      await isAccessible(page)
      await picture(page, 'reader-compare')
      await page.getByRole('listbox', { name: 'Thumbnails' }).press('Home')
      await page.locator('.sheets > .pages [data-page="1"] canvas').waitFor()
      await page.keyboard.press('w')
      await page.keyboard.press('2')

      // By the menu of the browser the page that is read goes on paper, and nothing around it.
      await page.evaluate(`dispatchEvent(new Event('beforeprint'))`)
      await page.emulateMedia({ media: 'print' })
      await page.locator('.printed canvas').waitFor()
      assert.equal(await page.locator('#workspace').isVisible(), false)
      await page.evaluate(`dispatchEvent(new Event('afterprint'))`)
      await page.locator('.printed').waitFor({ state: 'detached' })
      await page.emulateMedia({ media: null })

      await page.evaluate(
        `window.print = () => { window.printed = document.querySelectorAll('.printed img').length }`,
      )
      await page.keyboard.press('Control+p')
      await page.getByRole('dialog', { name: /^Print/ }).waitFor()
      await isAccessible(page)
      await page.getByRole('button', { name: 'Print', exact: true }).click()
      await until(async () => (await page.evaluate('window.printed')) === 1)
    })
  })

  it('documents are selected together: tagged, categorised, marked read', async () => {
    await reading('', async (page) => {
      await row(page, 'Statement again').click({ modifiers: ['Control'] })
      await row(page, 'Examination of the knee').click({ modifiers: ['Control'] })
      const bar = page.getByRole('region', { name: '2 documents selected' })
      await page.keyboard.press('t')
      await page.getByLabel('New tag').fill('nexus')
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Remove the tag nexus' }).waitFor()
      await page.keyboard.press('Escape')
      await bar.getByRole('button', { name: 'Set category' }).click()
      await page.getByRole('menuitem', { name: 'Medical' }).click()
      await bar.getByRole('button', { name: 'Mark read' }).click()
      await isAccessible(page)
      await picture(page, 'reader-selection')
      await until(async () => {
        const chosen = [await named('Statement again'), await named('Examination of the knee')]
        return chosen.every(
          (one) => one?.read && one.tags.includes('nexus') && one.categories[0] === 'medical',
        )
      })
      // Column filters narrow to them.
      await page.getByRole('button', { name: 'Filters and order' }).click()
      await page.getByLabel('Tags').selectOption('nexus')
      await page.getByLabel('Show').selectOption('read')
      const names = page.locator('.documents [role=option] .name')
      await until(async () => (await names.count()) === 2)
      const order = await names.allTextContents()
      await page.getByLabel('Reverse the order').check()
      await until(async () => String(await names.allTextContents()) === String(order.toReversed()))
      await isAccessible(page)
    })
  })

  it('notes are drawn by mouse, moved, shown to others, linked to, deleted and restored', async () => {
    const { json } = await desk.world.admin('GET', `/appeals/${caseId}/documents`)
    const [first] = (json as { documents: Listed[] }).documents
    const notes = async () => {
      const { json } = await desk.world.admin('GET', `/appeals/${caseId}/documents/${first?.id}`)
      type Note = {
        id: string
        quote?: string
        comment?: string
        visibility?: string
        rects?: { left: number }[]
      }
      return (json as { document: { annotations: Note[] } }).document.annotations
    }
    const before = (await notes()).length
    await reading('/pages/1', async (page) => {
      const sheet = await page.locator('[data-page="1"] .sheet').boundingBox()
      assert.ok(sheet)
      const at = (x: number, y: number) => [sheet.x + x * sheet.width, sheet.y + y * sheet.height] as const
      await page.keyboard.press('b')
      await page.locator('.placing').waitFor()
      await page.mouse.move(...at(0.2, 0.3))
      await page.mouse.down()
      await page.mouse.move(...at(0.5, 0.36), { steps: 4 })
      await page.mouse.up()
      await page.getByRole('textbox', { name: /^Comment/ }).fill('The stamp.')
      await page.getByLabel('Visible to').selectOption({ label: 'me' })
      await page.keyboard.press('Control+Enter')
      const box = await until(async () => (await notes()).find(({ comment }) => comment === 'The stamp.'))
      assert.ok(Math.abs((box.rects?.[0]?.left ?? 0) - 0.2) < 0.02)
      assert.equal(box.visibility, 'private')

      // A selection with the mouse becomes a highlight, which then marks other words.
      const word = (index: number) => page.locator(`[data-page="1"] [data-word="${index}"]`)
      // Where the caret is, the mouse takes over.
      await page.keyboard.press('v')
      await page.locator('.caret').waitFor()
      await word(1).dblclick()
      await page.keyboard.press('h')
      const highlight = await until(async () => (await notes()).find(({ quote }) => quote))
      assert.equal(highlight.quote, (await word(1).textContent())?.trim())
      // Words that many have highlighted can still be read: all of it is one layer.
      const opacity = `getComputedStyle(document.querySelector('.marked.highlight').parentElement).opacity`
      assert.ok(Number(await page.evaluate(opacity)) < 0.6)
      await page.keyboard.press('o')
      // On a box to tick, Space ticks it.
      await page.getByLabel('Mine only').press('Space')
      await page.getByLabel('Mine only').and(page.locator(':checked')).waitFor()
      await page.getByLabel('Mine only').press('Space')
      const entry = page.locator(`.note-list [data-id="${highlight.id}"]`)
      await entry.getByRole('button', { name: 'Move' }).click()
      await page.getByText(/^Select the new words/).waitFor()
      // A key that comes with the selection, before the browser has told of it, is meant for it; not for the caret.
      await page.keyboard.press('v')
      await page.locator('.caret').waitFor()
      await page.evaluate(`(() => {
        getSelection().selectAllChildren(document.querySelector('[data-page="1"] [data-word="2"]'))
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'h', bubbles: true }))
      })()`)
      await until(async () => {
        const moved = (await notes()).find(({ id }) => id === highlight.id)
        return moved?.quote !== undefined && moved.quote !== highlight.quote
      })
      const moved = (await notes()).find(({ id }) => id === highlight.id)
      assert.equal(moved?.quote, (await word(2).textContent())?.trim())

      const boxEntry = page.locator(`.note-list [data-id="${box.id}"]`)
      const path = `/appeals/${caseId}/documents/${first?.id}/annotations/${box.id}`
      // It is moved in another tab while its new place is chosen here: there it stays, and that is said.
      await boxEntry.getByRole('button', { name: 'Move' }).click()
      await page.locator('.placer').waitFor()
      const placed = { left: 0.6, top: 0.6, right: 0.7, bottom: 0.7 }
      await desk.world.admin('PUT', `${path}/place`, { body: { page: 1, rects: [placed] } })
      await page.locator(`[data-annotation="${box.id}"][style*="60%"]`).waitFor()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await page.getByText('Somebody else has moved this note meanwhile').first().waitFor()
      assert.deepEqual((await notes()).find(({ id }) => id === box.id)?.rects, [placed])

      await boxEntry.getByRole('button', { name: 'Edit' }).click()
      await page.getByLabel('Visible to').selectOption({ label: 'staff' })
      await isAccessible(page)
      // The same note is edited in another tab meanwhile: its words are not replaced unseen.
      await desk.world.admin('PUT', path, { body: { comment: 'The seal.' } })
      await boxEntry.getByText('The seal.').waitFor()
      await page.keyboard.press('Control+Enter')
      await page.getByRole('alert').getByText('to “The seal.”').waitFor()
      await page.keyboard.press('Control+Enter')
      await until(async () => {
        const shown = (await notes()).find(({ id }) => id === box.id)
        return shown && shown.visibility === undefined
      })

      await boxEntry.getByRole('button', { name: 'Delete' }).press('Enter')
      await boxEntry.waitFor({ state: 'detached' })
      // What had the focus is gone: the note beside it has it now.
      assert.ok(await page.locator('.note > .words:focus').count())
      await page.getByRole('button', { name: 'Undo' }).click()
      await until(async () => (await notes()).length === before + 2)
      await picture(page, 'reader-notes')

      // A link to a note leads to it, from anywhere.
      await page.goto(`${desk.world.baseUrl}/workspace/cases/${caseId}/read/pages/3?annotation=${box.id}`)
      await page.locator(`[data-annotation="${box.id}"].now`).waitFor()
      await page.locator(`.note-list [data-id="${box.id}"] .note.now`).waitFor()
      // One to a note that is not there says so. The message goes away by itself: it is waited for from the start.
      await Promise.all([
        page.getByText('The note is not here').waitFor(),
        page.goto(`${desk.world.baseUrl}/workspace/cases/${caseId}/read/pages/3?annotation=ann_none`),
      ])
    })
  })

  it('a search is narrowed, looks into notes too, and says what it took a word for', async () => {
    await reading('/pages/1', async (page) => {
      await page.keyboard.press('/')
      await page.keyboard.type('stamp')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'In notes' }).waitFor()
      await page.getByLabel('Search the case').fill('examined')
      await page.keyboard.press('Enter')
      await page.getByText(/^\d+ pages? in \d+ documents?$/).waitFor()
      await page.getByText('Search only in…').click()
      await page.locator('.search-pane').getByLabel('Tags').selectOption('nexus')
      await page.locator('.of-document', { hasText: 'Examination of the knee' }).waitFor()
      await until(async () => (await page.locator('.of-document').count()) === 1)
      await isAccessible(page)
      await picture(page, 'reader-search-filters')
      await page.locator('.search-pane').getByRole('button', { name: 'Clear the filters' }).click()
      await page.getByLabel('Search the case').fill('exxamination')
      await page.keyboard.press('Enter')
      await page.getByText(/^Nothing found for “exxamination”. Results for “examination”/).waitFor()
      await page.getByRole('button', { name: 'Clear the search' }).click()
      await page.getByRole('button', { name: 'exxamination' }).waitFor()
    })
  })

  it('pages seen are kept by the service, and told to those who review', async () => {
    await reading('/pages/1', async (page) => {
      await until(async () => {
        const { json } = await desk.world.admin('GET', `/cases/${caseId}/seen-pages`)
        return (json as { runs: { first: number }[] }).runs[0]?.first === 1
      })
      await page.getByRole('tab', { name: 'Coverage' }).click()
      await page.getByRole('heading', { name: 'Read by' }).waitFor()
      await isAccessible(page)
      await picture(page, 'reader-coverage')
    })
  })

  it('the case is read by a clock that is two hours fast, and exported with its notes', async () => {
    await reading('', async (page) => {
      await page.addInitScript(`const { now } = Date
        Date = class extends Date {
          constructor(...given) {
            super(...(given.length > 0 ? given : [Date.now()]))
          }
          static now = () => now() + 7_200_000
        }`)
      await page.reload()
      await page.locator('[data-page] canvas').first().waitFor()
      await page.getByRole('button', { name: 'Export' }).click()
      const downloaded = page.waitForEvent('download')
      await page.getByRole('menuitem', { name: 'The case as one PDF, with notes' }).click()
      const file = await downloaded
      assert.match(file.suggestedFilename(), /\.pdf$/)
      await page.getByText(/ is downloaded\.$/).waitFor()
    })
  })

  it('a file that is let go over the documents is filed', async () => {
    await reading('', async (page) => {
      const dataTransfer = await page.evaluateHandle(`(() => {
        const data = new DataTransfer()
        data.items.add(new File(['Let go over the list.'], 'let-go.txt', { type: 'text/plain' }))
        return data
      })()`)
      await page.locator('.documents').dispatchEvent('drop', { dataTransfer })
      await page.getByRole('dialog').getByText('let-go.txt').waitFor()
      await page.getByRole('button', { name: 'File the document' }).click()
      await row(page, 'let-go').waitFor()
    })
  })
})

/** Long enough to be compared with other pages. */
const statement = `I have lived next door since the spring of 1991 and saw the fall from the ladder myself. For weeks
the left knee was swollen, a cane was needed on the stairs, and the garden was left to the children. In later years it
gave way without warning, twice in my presence, once on the way to church and once at the market. Before the service
nothing of the kind was ever seen; we played ball together on Sundays, and nobody ran faster.`

/** Two documents of numbered pages and a letter, with enough beside them to need a second part. */
function bundlePdf(): Promise<Buffer> {
  const pages = [
    'RATING DECISION\nPage 1 of 2\nThe claim is denied.',
    'Page 2 of 2\nReasons for the denial.',
    'MEDICAL EXAMINATION\nPage 1 of 3\nThe left knee was examined.',
    'Page 2 of 3\nIt was found stable.',
    'Page 3 of 3\nDear Board, please find this enclosed.',
  ]
  return drawnPdf((pdf) => {
    pages.forEach((text, index) => {
      if (index > 0) pdf.addPage({ size: 'LETTER', margin: 0 })
      pdf.text(text, 72, 72)
    })
    const ballast = pdf.ref({})
    ballast.end(randomBytes(5_200_000))
  })
}
