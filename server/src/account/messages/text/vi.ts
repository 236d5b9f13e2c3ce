// Vietnamese: the texts of our messages.

import type { Texts } from './en.ts';

export const vi: Texts = {
  'code.1': 'Mã mở tài khoản của bạn',
  'code.2': 'Mã đăng nhập của bạn',
  'code.3': 'Mã đặt lại mật khẩu của bạn',
  'code.4': 'Mã liên kết email hoặc điện thoại của bạn',
  'code.5': 'Mã thay đổi cài đặt bảo mật của bạn',
  'code.6': 'Mã rút tiền của bạn',
  'code.7': 'Mã cho mật khẩu quỹ của bạn',
  'code.8': 'Mã cho khóa API của bạn',
  'code.life': 'Mã chỉ dùng được một lần, trong vòng 10 phút.',
  'code.secret': 'Đừng đưa mã cho bất kỳ ai, kể cả người tự nhận là nhân viên {house}.',
  'code.ignore': 'Nếu bạn không yêu cầu, có lẽ ai đó đã gõ nhầm địa chỉ. Bạn không cần làm gì.',
  'code.notYou': 'Nếu bạn không yêu cầu, có thể ai đó đã biết mật khẩu của bạn. Đừng tiết lộ mã và hãy đổi mật khẩu.',

  'absent.title': 'Có yêu cầu gửi mã nhưng không có tài khoản',
  'absent.body':
    'Ai đó đã yêu cầu {house} gửi mã với địa chỉ này. Không có tài khoản nào dùng địa chỉ này nên không có mã nào được gửi. Nếu là bạn, hãy thử địa chỉ bạn đã dùng khi đăng ký.',
  'taken.title': 'Địa chỉ này đã có tài khoản',
  'taken.body':
    'Ai đó đã yêu cầu {house} gửi mã để mở tài khoản với địa chỉ này hoặc liên kết địa chỉ này. Địa chỉ đã thuộc về một tài khoản nên không có mã nào được gửi. Nếu là bạn, hãy đăng nhập bằng địa chỉ này; nếu quên mật khẩu, bạn có thể đặt lại tại đó.',

  'newDevice.title': 'Đăng nhập từ thiết bị mới',
  'newDevice.body': 'Có người đã đăng nhập vào tài khoản của bạn từ một thiết bị chưa từng được dùng trước đây.',
  'changed.password': 'Mật khẩu đăng nhập của bạn đã được thay đổi',
  'changed.fundPassword': 'Mật khẩu quỹ của bạn đã được thay đổi',
  'changed.email': 'Địa chỉ email của tài khoản đã được thay đổi',
  'changed.phone': 'Số điện thoại của tài khoản đã được thay đổi',
  'changed.authenticator': 'Ứng dụng xác thực của tài khoản đã được thay đổi',
  'changed.passkey': 'Một khóa truy cập của tài khoản đã được thêm hoặc gỡ',
  'changed.antiCode': 'Từ mở đầu các thư của chúng tôi đã được thay đổi',
  'changed.apiKey': 'Một khóa API của tài khoản đã được thêm hoặc gỡ',
  fundGuessed: 'Mật khẩu quỹ của bạn đã bị nhập sai năm lần',
  locked: 'Để bảo vệ bạn, việc rút tiền bị khóa đến {until}.',
  wasYou: 'Nếu đó là bạn, bạn không cần làm gì.',
  'frozen.title': 'Tài khoản của bạn đã bị đóng băng',
  'frozen.body':
    'Lệnh mới, rút tiền và khóa API đều đã dừng; lệnh đang mở đã bị hủy, trừ lệnh đóng vị thế. Bạn vẫn có thể hủy lệnh, trả nợ, thêm ký quỹ, đặt lệnh dừng và đóng vị thế sau khi xác nhận danh tính. Số dư của bạn vẫn nguyên vẹn. Bộ phận hỗ trợ sẽ mở lại tài khoản khi chắc chắn rằng chính bạn yêu cầu.',
  'unfrozen.title': 'Tài khoản của bạn đã mở lại',
  'unfrozen.body': 'Hai nhân viên của chúng tôi đã kiểm tra tài khoản và gỡ đóng băng.',
  'linked.title': 'Tài khoản của bạn được liên kết với tài khoản khác',
  'linked.body':
    'Hai nhân viên của chúng tôi xác định rằng tài khoản của bạn và các tài khoản khác thuộc về một người. Từ thời điểm dưới đây, chúng được tính là một: vị thế hợp đồng mới dùng chung các bậc vị thế, và việc rút tiền dùng chung một hạn mức và một lượt. Những gì đang mở khi đó giữ nguyên.',
  'linked.count': 'Tài khoản khác',
  'linked.from': 'Tính từ',
  'linked.appeal': 'Nếu không đúng, hãy khiếu nại trong tài khoản của bạn. Hai nhân viên của chúng tôi quyết định.',
  'linked.open': 'Xem liên kết và khiếu nại',
  'unlinked.title': 'Tài khoản của bạn không còn được liên kết',
  'unlinked.body':
    'Hai nhân viên của chúng tôi đã chấm dứt liên kết với các tài khoản khác. Vị thế và lệnh rút của bạn lại được tính riêng.',
  'appealRefused.title': 'Liên kết của tài khoản được giữ nguyên',
  'appealRefused.body': 'Hai nhân viên của chúng tôi đã xem xét khiếu nại của bạn. Câu trả lời:',
  'kyc.passed.title': 'Xác minh danh tính: đã qua bước {stage}',
  'kyc.passed.body': 'Thông tin của bạn đã được kiểm tra và chấp nhận. Cảm ơn bạn.',
  'kyc.refused.title': 'Xác minh danh tính: bước {stage} cần chỉnh sửa',
  'kyc.refused.body': 'Chúng tôi không thể chấp nhận các mục sau. Hãy sửa trong trung tâm tài khoản rồi gửi lại.',
  'field.name': 'Họ tên',
  'field.country': 'Quốc gia',
  'field.documentType': 'Loại giấy tờ',
  'field.documentNo': 'Số giấy tờ',
  'field.front': 'Ảnh mặt trước',
  'field.back': 'Ảnh mặt sau',
  'field.handheld': 'Ảnh bạn cầm giấy tờ',
  'reason.unreadable': 'không đọc được',
  'reason.mismatch': 'không khớp với thông tin còn lại',
  'reason.expired': 'giấy tờ đã hết hạn',
  'reason.incomplete': 'thiếu một phần',
  'reason.wrongDocument': 'không phải loại giấy tờ đã chọn',
  'reason.notOwn': 'thuộc về người khác',
  'reason.other': 'lý do có trong trung tâm tài khoản',
  'fundCase.passed.title': 'Bạn có thể đặt mật khẩu quỹ mới',
  'fundCase.passed.body':
    'Yêu cầu của bạn đã được kiểm tra và chấp thuận. Hãy đặt mật khẩu quỹ mới trong trung tâm bảo mật trước {until}.',
  'fundCase.refused.title': 'Yêu cầu đặt lại mật khẩu quỹ của bạn bị từ chối',
  'fundCase.refused.body':
    'Chúng tôi không thể chắc chắn rằng yêu cầu đến từ bạn. Bộ phận hỗ trợ sẽ cho bạn biết còn thiếu gì.',

  'alert.title': 'Cảnh báo của bạn đã kích hoạt',
  'alert.above': '{symbol} đang ở {seen}: bằng hoặc trên {value}, như bạn đã yêu cầu báo.',
  'alert.below': '{symbol} đang ở {seen}: bằng hoặc dưới {value}, như bạn đã yêu cầu báo.',
  'alert.fill': 'Một lệnh của bạn ở {symbol} đã khớp tại {seen}.',
  'alert.funding': 'Tỷ lệ funding của {symbol} là {seen}: đã vượt {value}, như bạn đã yêu cầu báo.',
  'alert.liquidation': 'Một vị thế của bạn ở {symbol} còn cách giá thanh lý {seen}; bạn yêu cầu báo khi dưới {value}.',
  'alert.own': 'Chính bạn đã đặt cảnh báo này. Hãy đổi hoặc xóa nó trong danh sách cảnh báo.',
  'deposited.title': 'Một khoản nạp đã được ghi có',
  'deposited.body': '{amount} {coin} đã đến và nằm trong ví giao ngay của bạn.',
  'reversed.title': 'Một khoản nạp đã bị thu hồi',
  'reversed.body':
    'Mạng lưới đã thay thế khối chứa khoản nạp {amount} {coin} của bạn, và khoản thanh toán không có trong khối nào sau đó. Số tiền đã được trừ khỏi ví giao ngay; phần còn thiếu là khoản nợ và sẽ được trả trước tiên từ tiền vào sau. Cho đến lúc đó, việc rút tiền bị khóa.',

  'bondClaim.notice.title': 'Yêu cầu đối với tiền bảo đảm của thương nhân',
  'bondClaim.paid.title': 'Yêu cầu đã được trả từ tiền bảo đảm của thương nhân',
  'bondClaim.ended.title': 'Yêu cầu đối với tiền bảo đảm của thương nhân đã kết thúc',
  'bondClaim.merchant.notice':
    'Có yêu cầu {amount} {coin} đối với tiền bảo đảm thương nhân của bạn, cho lệnh OTC {order}. Bạn có thể trả lời đến {until}. Cho đến khi có quyết định, bạn không thể rút tiền bảo đảm. Sau đó một nhân viên thứ hai của chúng tôi quyết định.',
  'bondClaim.harmed.notice':
    'Chúng tôi đã yêu cầu {amount} {coin} cho bạn từ tiền bảo đảm của thương nhân, cho lệnh OTC {order}. Thương nhân có thể trả lời đến {until}. Sau đó một nhân viên thứ hai của chúng tôi quyết định.',
  'bondClaim.merchant.paid':
    '{amount} {coin} từ tiền bảo đảm thương nhân của bạn đã được trả cho bên kia của lệnh OTC {order}.',
  'bondClaim.harmed.paid':
    '{amount} {coin} từ tiền bảo đảm của thương nhân đã vào ví giao ngay của bạn, cho lệnh OTC {order}.',
  'bondClaim.merchant.ended':
    'Yêu cầu {amount} {coin} đối với tiền bảo đảm thương nhân của bạn, cho lệnh OTC {order}, không được trả.',
  'bondClaim.harmed.ended':
    'Yêu cầu {amount} {coin} đối với tiền bảo đảm của thương nhân, cho lệnh OTC {order}, không được trả.',
  'bondClaim.page': 'Mở các yêu cầu của bạn',

  'fact.device': 'Thiết bị',
  'fact.ip': 'Địa chỉ IP',
  'fact.time': 'Thời gian',
  notYou: 'Không phải bạn? Hãy đóng băng tài khoản ngay: lệnh, rút tiền và khóa API sẽ dừng lại.',
  freeze: 'Đóng băng trong trung tâm bảo mật',
  'word.yours': 'Từ của bạn: {word}',
  'word.none':
    'Hãy chọn một từ trong trung tâm bảo mật: thư của chúng tôi sẽ bắt đầu bằng từ đó, và thư không có từ đó không phải của chúng tôi.',
  'footer.never': '{house} không bao giờ hỏi mật khẩu hay mã qua thư, điện thoại hoặc trò chuyện.',
  'footer.auto': 'Thư này được gửi tự động; thư trả lời sẽ không được đọc.',
  'sms.code': '{title}: {code}. Có hiệu lực 10 phút. Đừng đưa cho ai.',
  'sms.notYou': '{title}. Không phải bạn? Hãy đóng băng trong trung tâm bảo mật.',
};
