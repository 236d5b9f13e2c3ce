// Portuguese (Brazil): the texts of our messages.

import type { Texts } from './en.ts';

export const pt: Texts = {
  'code.1': 'Seu código para abrir uma conta',
  'code.2': 'Seu código para entrar',
  'code.3': 'Seu código para criar uma nova senha',
  'code.4': 'Seu código para vincular e-mail ou telefone',
  'code.5': 'Seu código para mudar um ajuste de segurança',
  'code.6': 'Seu código de saque',
  'code.7': 'Seu código para a senha de fundos',
  'code.8': 'Seu código para uma chave de API',
  'code.life': 'Ele vale uma única vez, por 10 minutos.',
  'code.secret': 'Não o passe a ninguém, nem a quem disser que trabalha na {house}.',
  'code.ignore': 'Se você não o pediu, alguém deve ter digitado um endereço errado. Não é preciso fazer nada.',
  'code.notYou': 'Se você não o pediu, talvez alguém conheça sua senha. Guarde o código só para você e troque a senha.',

  'absent.title': 'Pediram um código, mas não há conta',
  'absent.body':
    'Alguém pediu um código à {house} com este endereço. Nenhuma conta o usa, por isso nenhum código foi enviado. Se foi você, tente o endereço com que se cadastrou.',
  'taken.title': 'Este endereço já tem uma conta',
  'taken.body':
    'Alguém pediu um código à {house} para abrir uma conta com este endereço ou vinculá-lo a uma conta. Uma conta já o usa, por isso nenhum código foi enviado. Se foi você, entre com ele; se esqueceu a senha, lá você pode criar outra.',

  'newDevice.title': 'Acesso por um novo dispositivo',
  'newDevice.body': 'Alguém entrou na sua conta por um dispositivo que ainda não tínhamos visto nela.',
  'changed.password': 'Sua senha de acesso foi alterada',
  'changed.fundPassword': 'Sua senha de fundos foi alterada',
  'changed.email': 'O e-mail da sua conta foi alterado',
  'changed.phone': 'O telefone da sua conta foi alterado',
  'changed.authenticator': 'O autenticador da sua conta foi alterado',
  'changed.passkey': 'Uma chave de acesso da sua conta foi adicionada ou removida',
  'changed.antiCode': 'A palavra que abre nossas mensagens foi alterada',
  'changed.apiKey': 'Uma chave de API da sua conta foi adicionada ou removida',
  fundGuessed: 'Sua senha de fundos foi digitada errada cinco vezes',
  locked: 'Para proteger você, os saques estão bloqueados até {until}.',
  wasYou: 'Se foi você, não é preciso fazer nada.',
  'frozen.title': 'Sua conta está congelada',
  'frozen.body':
    'Novas ordens, saques e chaves de API estão parados; as ordens abertas foram canceladas, exceto as que fecham uma posição. Você ainda pode cancelar ordens, pagar empréstimos, adicionar margem, definir stops e, após confirmar sua identidade, fechar posições. Seu saldo está intacto. O atendimento reabre a conta quando tiver certeza de que é você quem pede.',
  'unfrozen.title': 'Sua conta está aberta de novo',
  'unfrozen.body': 'Duas pessoas da nossa equipe verificaram a conta e retiraram o congelamento.',
  'linked.title': 'Sua conta está vinculada a outras',
  'linked.body':
    'Duas pessoas da nossa equipe concluíram que a sua conta e outras são da mesma pessoa. A partir do horário abaixo elas contam como uma só: novas posições em contratos dividem as faixas de posição, e os saques dividem um único limite e uma única vez na fila. O que estiver aberto até lá continua como está.',
  'linked.count': 'Outras contas',
  'linked.from': 'Vale a partir de',
  'linked.appeal': 'Se isso estiver errado, recorra na sua conta. Duas pessoas da nossa equipe decidem.',
  'linked.open': 'Ver o vínculo e recorrer',
  'unlinked.title': 'Sua conta não está mais vinculada',
  'unlinked.body':
    'Duas pessoas da nossa equipe encerraram o vínculo com outras contas. Suas posições e seus saques voltam a contar separadamente.',
  'appealRefused.title': 'O vínculo da sua conta continua',
  'appealRefused.body': 'Duas pessoas da nossa equipe analisaram o seu recurso. A resposta:',
  'kyc.passed.title': 'Verificação de identidade: etapa {stage} aprovada',
  'kyc.passed.body': 'Seus dados foram conferidos e aceitos. Obrigado.',
  'kyc.refused.title': 'Verificação de identidade: a etapa {stage} precisa de correção',
  'kyc.refused.body': 'Não pudemos aceitar o que segue. Corrija na central da conta e envie de novo.',
  'field.name': 'Nome',
  'field.country': 'País',
  'field.documentType': 'Tipo de documento',
  'field.documentNo': 'Número do documento',
  'field.front': 'Foto da frente',
  'field.back': 'Foto do verso',
  'field.handheld': 'Foto sua com o documento',
  'reason.unreadable': 'não dá para ler',
  'reason.mismatch': 'não confere com os outros dados',
  'reason.expired': 'o documento está vencido',
  'reason.incomplete': 'falta uma parte',
  'reason.wrongDocument': 'não é o documento informado',
  'reason.notOwn': 'é de outra pessoa',
  'reason.other': 'o motivo está na central da conta',
  'fundCase.passed.title': 'Você já pode criar uma nova senha de fundos',
  'fundCase.passed.body':
    'Seu pedido foi conferido e aprovado. Crie a nova senha de fundos na central de segurança até {until}.',
  'fundCase.refused.title': 'Seu pedido de nova senha de fundos foi recusado',
  'fundCase.refused.body': 'Não foi possível ter certeza de que ele veio de você. O atendimento dirá o que falta.',

  'alert.title': 'Seu alerta disparou',
  'alert.above': '{symbol} está em {seen}: em {value} ou acima, como você pediu para saber.',
  'alert.below': '{symbol} está em {seen}: em {value} ou abaixo, como você pediu para saber.',
  'alert.fill': 'Uma ordem sua em {symbol} foi executada a {seen}.',
  'alert.funding': 'A taxa de financiamento de {symbol} é {seen}: passou de {value}, como você pediu para saber.',
  'alert.liquidation':
    'Uma posição sua em {symbol} está a {seen} do preço de liquidação; você pediu para saber abaixo de {value}.',
  'alert.own': 'Você mesmo criou este alerta. Altere ou exclua na lista dos seus alertas.',
  'deposited.title': 'Um depósito foi creditado',
  'deposited.body': '{amount} {coin} chegou e está na sua carteira spot.',
  'reversed.title': 'Um depósito foi revertido',
  'reversed.body':
    'A rede substituiu o bloco que continha o seu depósito de {amount} {coin}, e o pagamento não está em nenhum dos seguintes. O valor foi retirado da sua carteira spot; o que faltou fica devido e é quitado primeiro com o que entrar. Até lá, os saques ficam bloqueados.',

  'bondClaim.notice.title': 'Um pedido sobre a caução de um comerciante',
  'bondClaim.paid.title': 'Um pedido foi pago com a caução de um comerciante',
  'bondClaim.ended.title': 'Um pedido sobre a caução de um comerciante terminou',
  'bondClaim.merchant.notice':
    'Foi feito um pedido de {amount} {coin} sobre a sua caução de comerciante, pela ordem OTC {order}. Pode responder até {until}. Até à decisão, a caução não pode ser retirada. Depois decide uma segunda pessoa da nossa equipa.',
  'bondClaim.harmed.notice':
    'Pedimos para si {amount} {coin} da caução do comerciante, pela ordem OTC {order}. O comerciante pode responder até {until}. Depois decide uma segunda pessoa da nossa equipa.',
  'bondClaim.merchant.paid':
    '{amount} {coin} foram pagos da sua caução de comerciante à outra parte da ordem OTC {order}.',
  'bondClaim.harmed.paid':
    '{amount} {coin} da caução do comerciante estão na sua carteira spot, pela ordem OTC {order}.',
  'bondClaim.merchant.ended':
    'O pedido de {amount} {coin} sobre a sua caução de comerciante, pela ordem OTC {order}, não foi pago.',
  'bondClaim.harmed.ended':
    'O pedido de {amount} {coin} sobre a caução do comerciante, pela ordem OTC {order}, não foi pago.',
  'bondClaim.page': 'Abrir os seus pedidos',

  'fact.device': 'Dispositivo',
  'fact.ip': 'Endereço IP',
  'fact.time': 'Hora',
  notYou: 'Não foi você? Congele a conta já: ordens, saques e chaves de API param na hora.',
  freeze: 'Congelar na central de segurança',
  'word.yours': 'Sua palavra: {word}',
  'word.none':
    'Escolha uma palavra na central de segurança: nossos e-mails começarão com ela, e um e-mail sem essa palavra não é nosso.',
  'footer.never': 'A {house} nunca pede senhas ou códigos por e-mail, telefone ou chat.',
  'footer.auto': 'Esta mensagem foi enviada automaticamente; as respostas não são lidas.',
  'sms.code': '{title}: {code}. Vale por 10 minutos. Não passe a ninguém.',
  'sms.notYou': '{title}. Não foi você? Congele a conta na central de segurança.',
};
