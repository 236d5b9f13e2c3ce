// Korean: the texts of our messages.

import type { Texts } from './en.ts';

export const ko: Texts = {
  'code.1': '계정 개설 인증 코드',
  'code.2': '로그인 인증 코드',
  'code.3': '비밀번호 재설정 인증 코드',
  'code.4': '이메일·전화번호 등록 인증 코드',
  'code.5': '보안 설정 변경 인증 코드',
  'code.6': '출금 인증 코드',
  'code.7': '자금 비밀번호 인증 코드',
  'code.8': 'API 키 인증 코드',
  'code.life': '코드는 10분 안에 한 번만 쓸 수 있습니다.',
  'code.secret': '{house} 직원이라고 하는 사람을 포함해 누구에게도 코드를 알려 주지 마세요.',
  'code.ignore': '요청한 적이 없다면 누군가 주소를 잘못 입력했을 것입니다. 아무것도 하지 않아도 됩니다.',
  'code.notYou':
    '요청한 적이 없다면 누군가 비밀번호를 알고 있을 수 있습니다. 코드를 알려 주지 말고 비밀번호를 바꾸세요.',

  'absent.title': '코드 요청이 있었지만 계정이 없습니다',
  'absent.body':
    '누군가 이 주소로 {house}에 코드를 요청했습니다. 이 주소를 쓰는 계정이 없어 코드를 보내지 않았습니다. 본인이라면 가입한 주소로 다시 시도하세요.',
  'taken.title': '이 주소로 가입된 계정이 이미 있습니다',
  'taken.body':
    '누군가 이 주소로 {house} 계정을 만들거나 계정에 등록하려고 코드를 요청했습니다. 이미 사용 중인 주소이므로 코드를 보내지 않았습니다. 본인이라면 이 주소로 로그인하세요. 비밀번호를 잊었다면 그곳에서 다시 설정할 수 있습니다.',

  'newDevice.title': '새 기기에서 로그인',
  'newDevice.body': '이전에 사용된 적이 없는 기기에서 계정에 로그인했습니다.',
  'changed.password': '로그인 비밀번호가 변경되었습니다',
  'changed.fundPassword': '자금 비밀번호가 변경되었습니다',
  'changed.email': '계정의 이메일 주소가 변경되었습니다',
  'changed.phone': '계정의 전화번호가 변경되었습니다',
  'changed.authenticator': '계정의 인증 앱이 변경되었습니다',
  'changed.passkey': '계정의 패스키가 추가되거나 삭제되었습니다',
  'changed.antiCode': '메일 첫머리에 표시되는 단어가 변경되었습니다',
  'changed.apiKey': '계정의 API 키가 추가되거나 삭제되었습니다',
  fundGuessed: '자금 비밀번호가 다섯 번 잘못 입력되었습니다',
  locked: '회원님을 보호하기 위해 {until}까지 출금이 잠깁니다.',
  wasYou: '본인이 한 일이라면 아무것도 하지 않아도 됩니다.',
  'frozen.title': '계정이 동결되었습니다',
  'frozen.body':
    '신규 주문, 출금, API 키가 중지되었습니다. 포지션을 청산하는 주문을 제외한 미체결 주문은 취소되었습니다. 주문 취소, 상환, 증거금 추가, 스톱 설정은 계속할 수 있으며, 본인 확인 후 포지션을 청산할 수 있습니다. 잔액은 그대로입니다. 본인의 요청임이 확인되면 고객센터가 계정을 다시 엽니다.',
  'unfrozen.title': '계정 동결이 해제되었습니다',
  'unfrozen.body': '담당자 두 명이 계정을 확인하고 동결을 해제했습니다.',
  'kyc.passed.title': '본인 확인: {stage}단계 통과',
  'kyc.passed.body': '제출하신 정보를 확인하고 승인했습니다. 감사합니다.',
  'kyc.refused.title': '본인 확인: {stage}단계 수정 필요',
  'kyc.refused.body': '다음 항목을 승인할 수 없었습니다. 계정 센터에서 고쳐서 다시 보내 주세요.',
  'field.name': '이름',
  'field.country': '국가',
  'field.documentType': '문서 종류',
  'field.documentNo': '문서 번호',
  'field.front': '앞면 사진',
  'field.back': '뒷면 사진',
  'field.handheld': '문서를 들고 찍은 사진',
  'reason.unreadable': '읽을 수 없음',
  'reason.mismatch': '다른 정보와 일치하지 않음',
  'reason.expired': '문서의 유효 기간이 지남',
  'reason.incomplete': '일부가 빠짐',
  'reason.wrongDocument': '선택한 종류의 문서가 아님',
  'reason.notOwn': '다른 사람의 것임',
  'reason.other': '계정 센터에서 사유 확인',
  'fundCase.passed.title': '새 자금 비밀번호를 설정할 수 있습니다',
  'fundCase.passed.body': '요청을 확인하고 승인했습니다. {until}까지 보안 센터에서 새 자금 비밀번호를 설정하세요.',
  'fundCase.refused.title': '자금 비밀번호 재설정 요청이 거절되었습니다',
  'fundCase.refused.body': '본인의 요청인지 확인할 수 없었습니다. 무엇이 더 필요한지는 고객센터에서 안내해 드립니다.',

  'alert.title': '설정하신 알림이 울렸습니다',
  'alert.above': '{symbol} 가격이 {seen}입니다. 요청하신 {value} 이상입니다.',
  'alert.below': '{symbol} 가격이 {seen}입니다. 요청하신 {value} 이하입니다.',
  'alert.fill': '{symbol} 주문이 {seen}에 체결되었습니다.',
  'alert.funding': '{symbol} 펀딩비율이 {seen}입니다. 요청하신 {value}를 넘었습니다.',
  'alert.liquidation':
    '{symbol} 포지션이 청산 가격에서 {seen} 떨어져 있습니다. {value} 미만일 때 알려 달라고 요청하셨습니다.',
  'alert.own': '이 알림은 직접 설정하신 것입니다. 알림 목록에서 변경하거나 삭제하세요.',
  'deposited.title': '입금이 반영되었습니다',
  'deposited.body': '{amount} {coin}이(가) 도착하여 현물 지갑에 들어갔습니다.',
  'reversed.title': '입금이 회수되었습니다',
  'reversed.body':
    '{amount} {coin} 입금이 담긴 블록이 네트워크에서 교체되었고, 이후의 어느 블록에도 결제가 없습니다. 현물 지갑에서 차감했으며, 부족한 금액은 미납으로 남아 이후 들어오는 금액에서 먼저 상환됩니다. 그때까지 출금이 잠깁니다.',

  'bondClaim.notice.title': '판매자 보증금에 대한 청구',
  'bondClaim.paid.title': '판매자 보증금에서 청구가 지급되었습니다',
  'bondClaim.ended.title': '판매자 보증금에 대한 청구가 종료되었습니다',
  'bondClaim.merchant.notice':
    'OTC 주문 {order}에 대해 귀하의 판매자 보증금에 {amount} {coin} 청구가 제기되었습니다. {until}까지 답변할 수 있습니다. 결정될 때까지 보증금을 출금할 수 없습니다. 그 후 당사의 두 번째 직원이 결정합니다.',
  'bondClaim.harmed.notice':
    'OTC 주문 {order}에 대해 판매자 보증금에서 {amount} {coin}을(를) 귀하를 위해 청구했습니다. 판매자는 {until}까지 답변할 수 있습니다. 그 후 당사의 두 번째 직원이 결정합니다.',
  'bondClaim.merchant.paid':
    '{amount} {coin}이(가) 귀하의 판매자 보증금에서 OTC 주문 {order}의 상대방에게 지급되었습니다.',
  'bondClaim.harmed.paid': 'OTC 주문 {order}에 대해 판매자 보증금의 {amount} {coin}이(가) 현물 지갑에 들어왔습니다.',
  'bondClaim.merchant.ended':
    'OTC 주문 {order}에 대한 귀하의 판매자 보증금 {amount} {coin} 청구는 지급되지 않았습니다.',
  'bondClaim.harmed.ended': 'OTC 주문 {order}에 대한 판매자 보증금 {amount} {coin} 청구는 지급되지 않았습니다.',
  'bondClaim.page': '청구 열기',

  'fact.device': '기기',
  'fact.ip': 'IP 주소',
  'fact.time': '시각',
  notYou: '본인이 아닌가요? 즉시 계정을 동결하세요. 주문, 출금, API 키가 중지됩니다.',
  freeze: '보안 센터에서 동결하기',
  'word.yours': '나의 단어: {word}',
  'word.none':
    '보안 센터에서 단어를 정해 두면 저희 메일은 그 단어로 시작합니다. 그 단어가 없는 메일은 저희가 보낸 것이 아닙니다.',
  'footer.never': '{house}는 메일, 전화, 채팅으로 비밀번호나 코드를 묻지 않습니다.',
  'footer.auto': '이 메시지는 자동으로 발송되었으며 회신은 확인하지 않습니다.',
  'sms.code': '{title}: {code}. 10분간 유효. 누구에게도 알려 주지 마세요.',
  'sms.notYou': '{title}. 본인이 아니면 보안 센터에서 계정을 동결하세요.',
};
