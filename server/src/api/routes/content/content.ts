// Calls about articles: help, announcements, the white paper, search, votes.

import type { HandlersOf } from '../../call/index.ts';
import type { RouteParts } from '../parts.ts';

/** The handlers of articles. */
export function contentCalls({
  content,
}: Pick<RouteParts, 'content'>): HandlersOf<
  'helpCenterInfo' | 'notice.list' | 'common.getWhitePaperSetting' | 'article.search' | 'article.helpful'
> {
  return {
    helpCenterInfo: ({ id, article_lang }, { lang }) => content.article(article_lang ?? lang, id, ['help', 'hot']),
    'notice.list': ({ article_lang }, { lang }) => content.notices(article_lang ?? lang),
    'common.getWhitePaperSetting': async (_, { lang }) => ({ url: await content.whitePaper(lang) }),
    'article.search': ({ text, article_lang }, { lang }) => content.search(article_lang ?? lang, text),
    'article.helpful': ({ id, helpful }, { session }) => content.vote(session.userId, id, helpful),
  };
}
