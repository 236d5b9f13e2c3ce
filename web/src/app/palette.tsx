// Executes a choice from the command palette: opens a page, a market, a filled ticket, an alert. It sends nothing.
import { useNavigate } from '@tanstack/react-router';
import { openAlerts } from '../features/alerts/index.ts';
import { openGuide } from '../features/guide/index.ts';
import { type Deed, type PageKey, PaletteHost } from '../features/palette/index.ts';
import { openSettings } from '../features/settings/index.ts';
import { intend } from '../pending-action/index.ts';

export function PaletteActions() {
  const navigate = useNavigate();
  const toPage = (page: PageKey): void => {
    switch (page) {
      case 'home':
        return void navigate({ to: '/home/index' });
      case 'quotes':
        return void navigate({ to: '/quotes/index' });
      case 'exchange':
        return void navigate({ to: '/exchange/index' });
      case 'assets':
        return void navigate({ to: '/assets/index' });
      case 'transfer':
        return void navigate({ to: '/assets/index', search: { key: 'transfer' } });
      case 'records':
        return void navigate({ to: '/assets/index', search: { key: 'records' } });
      case 'orders':
        return void navigate({ to: '/account/entrust/spot' });
      case 'pledge':
        return void navigate({ to: '/pledge/index' });
      case 'finance':
        return void navigate({ to: '/finance/investment' });
      case 'rules':
        return void navigate({ to: '/rule/index' });
      case 'rates':
        return void navigate({ to: '/rate/index' });
      case 'account':
        return void navigate({ to: '/account/center/info' });
      case 'security':
        return void navigate({ to: '/account/center/security' });
      case 'contracts':
        return void navigate({ to: '/trade/index', search: { type: 'usta' } });
      case 'coin-contracts':
        return void navigate({ to: '/exchange/index', search: { symbol: 'BTC_USDT', type: 'coin' } });
      case 'seconds':
        return void navigate({ to: '/trade/index', search: { type: 'sec' } });
      case 'deposit':
        return void navigate({ to: '/assets/index', search: { key: 'recharge' } });
      case 'withdraw':
        return void navigate({ to: '/assets/index', search: { key: 'withdraw' } });
      case 'swap':
        return void navigate({ to: '/assets/index', search: { key: 'swap' } });
      case 'margin':
        return void navigate({ to: '/account/entrust/margin-all' });
      case 'verification':
        return void navigate({ to: '/account/center/kyc' });
      case 'api':
        return void navigate({ to: '/account/center/api' });
      case 'steps':
      case 'tour':
        return openGuide(page);
      case 'settings':
        return openSettings();
    }
  };
  const toMarket = (symbol: string, product: 'spot' | 'u' | 'coin' | 'second'): void => {
    if (product === 'second')
      void navigate({ to: '/trade/index', search: { type: 'sec', symbol: symbol.replace('_', '').toLowerCase() } });
    else void navigate({ to: '/exchange/index', search: { symbol, ...(product !== 'spot' && { type: product }) } });
  };
  const carryOut = (deed: Deed): void => {
    switch (deed.to) {
      case 'page':
        return toPage(deed.page);
      case 'market':
        return toMarket(deed.symbol, deed.product);
      case 'ticket':
        intend(deed.intent);
        return toMarket(deed.intent.symbol, deed.intent.product);
      case 'alert':
        return openAlerts({ symbol: deed.symbol, type: deed.type, value: deed.value ?? '' });
      case 'rule':
        return void navigate({ href: deed.link });
      case 'keys':
        return undefined;
    }
  };
  return <PaletteHost onDeed={carryOut} />;
}
