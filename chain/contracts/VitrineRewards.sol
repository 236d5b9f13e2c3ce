// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";

/// @title Rewards of one campaign, paid for signed vouchers
/// @notice Each verified customer and each address is paid once. All terms are fixed at deployment; what the contract holds
/// is the whole budget. After the end the rest goes back to the sponsor, and nobody else can take anything.
contract VitrineRewards is EIP712 {
    using SafeERC20 for IERC20;

    struct Voucher {
        /// Names the customer without saying who they are.
        bytes32 customer;
        /// Who is paid.
        address account;
        /// Least units of the token.
        uint256 amount;
        /// The last moment to claim, seconds.
        uint256 deadline;
    }

    bytes32 private constant VOUCHER_TYPE =
        keccak256("Voucher(bytes32 customer,address account,uint256 amount,uint256 deadline)");

    IERC20 public immutable token;
    /// @notice Signs the vouchers.
    address public immutable signer;
    /// @notice Gets the rest after the end.
    address public immutable sponsor;
    /// @notice The most that one voucher pays, least units.
    uint256 public immutable most;
    /// @notice The end of the campaign, seconds.
    uint256 public immutable end;

    /// @notice Whether this customer was paid.
    mapping(bytes32 customer => bool) public customerPaid;
    /// @notice Whether this address was paid.
    mapping(address account => bool) public accountPaid;

    event Claimed(bytes32 indexed customer, address indexed account, uint256 amount);
    event Reclaimed(uint256 amount);

    error TermsInvalid();
    error VoucherExpired();
    error VoucherTooLarge(uint256 most);
    error CustomerPaid();
    error AccountPaid();
    error SignatureInvalid();
    error CampaignOpen(uint256 end);

    constructor(IERC20 token_, address signer_, address sponsor_, uint256 most_, uint256 end_)
        EIP712("Vitrine rewards", "1")
    {
        if (signer_ == address(0) || sponsor_ == address(0) || most_ == 0 || end_ <= block.timestamp) {
            revert TermsInvalid();
        }
        (token, signer, sponsor, most, end) = (token_, signer_, sponsor_, most_, end_);
    }

    /// @notice Pays a voucher to its account. Anyone may send it.
    function claim(Voucher calldata voucher, bytes calldata signature) external {
        if (block.timestamp > voucher.deadline || block.timestamp > end) revert VoucherExpired();
        if (voucher.amount > most) revert VoucherTooLarge(most);
        if (customerPaid[voucher.customer]) revert CustomerPaid();
        if (accountPaid[voucher.account]) revert AccountPaid();
        if (ECDSA.recover(digest(voucher), signature) != signer) revert SignatureInvalid();
        customerPaid[voucher.customer] = true;
        accountPaid[voucher.account] = true;
        emit Claimed(voucher.customer, voucher.account, voucher.amount);
        token.safeTransfer(voucher.account, voucher.amount);
    }

    /// @notice Sends the rest to the sponsor after the end. Anyone may.
    function reclaim() external {
        if (block.timestamp <= end) revert CampaignOpen(end);
        uint256 rest = token.balanceOf(address(this));
        emit Reclaimed(rest);
        token.safeTransfer(sponsor, rest);
    }

    /// @notice What the signer signs for a voucher (EIP-712).
    function digest(Voucher calldata voucher) public view returns (bytes32) {
        return _hashTypedDataV4(
            keccak256(abi.encode(VOUCHER_TYPE, voucher.customer, voucher.account, voucher.amount, voucher.deadline))
        );
    }
}
