import { after, before, describe, it } from 'node:test'
import { findBrowser, noBrowser } from '../../../tools/browser.ts'
import { assignForDrafting, type Drafting, outsideEditor } from '../outside-editor.ts'
import { type Desk, isAccessible, openDesk, picture } from './desk.ts'
import { atFourHundredPercent, atTwoHundredPercent, reflows } from './reflow.ts'

const browserPath = await findBrowser()

describe('a draft that is open in another editor, in a browser', {
  skip: browserPath ? false : noBrowser,
}, () => {
  const editor = outsideEditor()
  let desk: Desk
  let drafting: Drafting
  let workProductId: string
  before(async () => {
    desk = await openDesk(browserPath as string, {}, { ports: { authoring: { adapter: editor.adapter } } })
    drafting = await assignForDrafting(desk.world)
    const content = {
      opening: [{ type: 'paragraph', content: [{ type: 'text', text: 'Begun here.' }] }],
      issues: [],
      closing: [],
    }
    const { json } = await drafting.drafter('POST', `/cases/${desk.world.caseId}/work-products`, {
      body: { content },
    })
    workProductId = (json as { workProduct: { id: string } }).workProduct.id
    await editor.next('openEditor')
  })
  after(() => desk?.close())

  it('says who writes, where, and what came from there', async () => {
    const { world } = desk
    await desk.at(
      `/cases/${world.caseId}/write/${workProductId}`,
      async (page) => {
        const said = page.getByRole('status').filter({ hasText: 'Open in another editor (main) since' })
        await said.filter({ hasText: 'dora writes there, no change yet' }).waitFor()
        await isAccessible(page)
        await editor.tell(world, 'draftSaved', {
          ...{ workProductId, author: drafting.author, at: world.service.clock().toISOString() },
          baseVersion: 1,
          content: {
            opening: [{ type: 'paragraph', content: [{ type: 'text', text: 'Written there.' }] }],
            issues: [],
            closing: [],
          },
        })
        // It appears by itself, while the screen stays open.
        await page.getByRole('article', { name: 'Text' }).getByText('Written there.').waitFor()
        await said.filter({ hasText: 'dora writes there, last change' }).waitFor()
        await picture(page, 'written-elsewhere')
        for (const zoom of [atTwoHundredPercent, atFourHundredPercent]) {
          await page.setViewportSize(zoom)
          await reflows(page)
        }
      },
      { as: { username: 'judith', password: world.password } },
    )
  })
})
